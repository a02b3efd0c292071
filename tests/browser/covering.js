// What covers what on the felt, and what is cut: names of both, for a test to show.
() => {
  const TOUCH = 1
  const shown = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true})
  const box = (name, node) => {
    const {x, y, width, height} = node.getBoundingClientRect()
    const turn = Number(node.closest('[data-turn]')?.dataset.turn ?? 0) * Math.PI / 180
    const [w, h] = turn ? [node.offsetWidth, node.offsetHeight] : [width, height]
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [
      x + width / 2 + a * w / 2 * Math.cos(turn) - b * h / 2 * Math.sin(turn),
      y + height / 2 + a * w / 2 * Math.sin(turn) + b * h / 2 * Math.cos(turn),
    ])
    return {name, node, corners, bounds: node.getBoundingClientRect()}
  }
  const apart = (one, other) => one.right <= other.left + TOUCH || one.bottom <= other.top + TOUCH
  const covers = (one, other) => {
    if (apart(one.bounds, other.bounds) || apart(other.bounds, one.bounds)) return false
    for (const shape of [one.corners, other.corners]) {
      for (let i = 0; i < 2; i++) {
        const [[x, y], [p, q]] = [shape[i], shape[i + 1]]
        const long = Math.hypot(p - x, q - y) || 1
        const [a, b] = [one, other].map(
          ({corners}) => corners.map(([u, v]) => (u * (q - y) + v * (x - p)) / long))
        if (Math.max(...a) <= Math.min(...b) + TOUCH || Math.max(...b) <= Math.min(...a) + TOUCH) return false
      }
    }
    return true
  }
  const wanted = {
    'dealer card': '.dealer .place .card', "dealer's words": '.dealer .words span', ghost: '.ghost, .aside, .beside small',
    'own card': '.mine .own .place .card, .mine .last .place .card', total: '.mine > .total > *', who: '.mine > .who > *',
    insured: '.insured > *', spot: '.spot', chip: '.spot .lying svg', number: '.spot .inside b', amount: '.spot .amount', less: '.spot .less', label: '.label > *', lane: '.lane', 'lane card': '.lane .place .card',
    'lane total': '.lane .total', wager: '.lane .wager > *', ride: '.riding li', last: '.last p',
    "other's card": '.other .place .card', "other's words": '.other .words:not(.pill) > *', "other's total": '.pill b',
    "other's name": '.other .number', said: '.said > *', dock: '.stage > .dock', header: 'header', bar: '.allowance',
  }
  const all = Object.entries(wanted).flatMap(([name, where]) =>
    [...document.querySelectorAll(where)].filter((node) => shown(node) && node.textContent + node.innerHTML !== '')
      .map((node) => box(name, node)))
  // Cards of one hand lie over each other, a total on its hand, chips on their spot: by nature.
  const together = (one, other) =>
    one.node.contains(other.node) || other.node.contains(one.node) ||
    ((one.name === 'chip' || other.name === 'chip') && one.name !== 'number' && other.name !== 'number' && one.node.closest('.spot') === other.node.closest('.spot')) ||
    (one.name.endsWith('card') && one.name === other.name && one.node.closest('.hand, .cards') === other.node.closest('.hand, .cards')) ||
    (one.node.closest('.other') !== null && one.node.closest('.other') === other.node.closest('.other') && [one, other].some(({name}) => name === "other's total"))
  const found = []
  all.forEach((one, i) => {
    for (const other of all.slice(i + 1)) {
      if (covers(one, other) && !together(one, other)) found.push(`${one.name} (${one.node.textContent.trim() || one.node.dataset.card}) covers ${other.name} (${other.node.textContent.trim() || other.node.dataset.card})`)
    }
    if (one.corners.some(([x, y]) => x < -TOUCH || y < -TOUCH || x > innerWidth + TOUCH || y > innerHeight + TOUCH)) found.push(`${one.name} (${one.node.textContent.trim()}) is cut by the window`)
  })
  for (const node of document.querySelectorAll('.label .line, .label b, .words span, .inside, .lane small, .riding li, .dealer .words span, .who b')) {
    if (shown(node) && (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflow === 'hidden' || node.scrollHeight > node.clientHeight + 2 && getComputedStyle(node).overflow === 'hidden')) found.push(`${node.className} is cut: ${node.textContent}`)
  }
  for (const node of document.querySelectorAll('.stage > .dock .slot, .stage > .dock .ask, .said, .said .caption')) {
    if (shown(node) && node.scrollHeight > node.clientHeight + 1) found.push(`${node.className} is cut: ${node.textContent.trim()}`)
  }
  for (const node of document.querySelectorAll('.stage > .dock button')) {
    const {left, top, right, bottom} = node.getBoundingClientRect()
    if (shown(node) && (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)) found.push(`button ${node.textContent.trim()} is not in the window`)
  }
  return found
}
