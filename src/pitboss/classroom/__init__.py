"""Dealer school as it is held: lessons that are read, items prepared apart, answers marked, papers.

Between the drills' engine (`pitboss.school`), which knows no people, and what is kept of people
(`pitboss.store`), which knows no drills. Nothing here knows the web.
"""
