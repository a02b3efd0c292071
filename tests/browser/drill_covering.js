// What of a drill is cut or covered: names of it, for a test to show.
async () => {
  // what is measured is drawn anew first
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const shown = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true})
  const words = (node) => (node.getAttribute('aria-label') || node.textContent).trim().replace(/\s+/g, ' ').slice(0, 60)
  const found = []
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`)
  // What is pressed can be reached: scrolled to, its middle belongs to it.
  for (const node of document.querySelectorAll('.drill button, .drill input, .drill label, .drill summary, .drill a, .over button, .over a')) {
    if (!shown(node) || node.closest('.unseen')) continue
    node.scrollIntoView({block: 'center'})
    const {left, top, right, bottom, width, height} = node.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1) found.push(`${words(node)} is cut by the window`)
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!at || !(node.contains(at) || at.contains(node) && at.closest('label') || node.labels?.[0]?.contains(at))) found.push(`${words(node)} is covered by ${at?.className ?? 'nothing'}`)
    if (width < 24 && !node.matches('[type=radio]') || height < 24 && !node.matches('[type=radio]')) found.push(`${words(node)} is small: ${Math.round(width)} by ${Math.round(height)}`)
  }
  scrollTo(0, 0)
  // What is written stands in its box, and the box in the window.
  for (const node of document.querySelectorAll('.drill h1, .drill h2, .drill li, .drill p, .drill b, .drill small, .drill button, .drill blockquote')) {
    if (!shown(node) || node.closest('.unseen, svg')) continue
    const {left, right, width} = node.getBoundingClientRect()
    if (width === 0) continue
    if (left < -1 || right > innerWidth + 1) found.push(`${node.tagName} ${words(node)} is cut by the window`)
    if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline') found.push(`${node.tagName} ${words(node)} is wider than its box`)
  }
  // Wagers, cards and what is said of them lie beside each other.
  const boxes = [...document.querySelectorAll('.drill .hand .place:last-child .card, .drill .wager, .drill .dealer .place .card, .drill .dealer .words span, .drill .who, .drill .cut, .drill .rack, .drill .hint, .drill .pile')].filter(shown)
  boxes.forEach((one, i) => {
    const a = one.getBoundingClientRect()
    const cloth = one.closest('.cloth')?.getBoundingClientRect()
    if (cloth && (a.left < cloth.left - 1 || a.right > cloth.right + 1 || a.bottom > cloth.bottom + 1)) found.push(`${one.className} ${words(one)} leaves the cloth`)
    for (const other of boxes.slice(i + 1)) {
      if (one.contains(other) || other.contains(one) || (one.closest('.dealer .cards') && one.closest('.dealer .cards') === other.closest('.dealer .cards'))) continue
      const b = other.getBoundingClientRect()
      if (a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2) found.push(`${one.className} ${words(one)} covers ${other.className} ${words(other)}`)
    }
  })
  return found
}
