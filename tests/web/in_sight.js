// What is wrong with a table on this screen: parts that are outside it or covered, text over other text, broken words.
// Boards mark their parts: <... data-part="prompt|hand|own|decision">. A list of what cards would do (.preview) may be
// longer than its place, and scrolls there.
(wanted) => {
  const flaws = []
  const named = (element) => `${element.dataset?.part ?? ''} <${element.tagName.toLowerCase()} class="${element.getAttribute?.('class') ?? ''}"> ${(element.innerText ?? '').replace(/\s+/g, ' ').slice(0, 40)}`
  const round = (rect) => [rect.left, rect.top, rect.right, rect.bottom].map(Math.round).join(' ')
  const inside = (rect) => rect.top > -1 && rect.left > -1 && rect.bottom < innerHeight + 1 && rect.right < innerWidth + 1

  // Parts are inside the screen, and nothing lies above them.
  const parts = [...document.querySelectorAll('[data-part]')]
  for (const part of wanted) if (!parts.some((each) => each.dataset.part === part)) flaws.push(`there is no ${part}`)
  for (const part of parts) {
    const rect = part.getBoundingClientRect()
    if (!inside(rect)) flaws.push(`outside (${round(rect)}): ${named(part)}`)
    const steps = [0.04, 0.25, 0.5, 0.75, 0.96]
    for (const x of steps) for (const y of steps) {
      const at = document.elementFromPoint(rect.left + x * rect.width, rect.top + y * rect.height)
      if (inside(rect) && !part.contains(at)) flaws.push(`covered by ${at && named(at)}: ${named(part)}`)
    }
    for (const each of part.querySelectorAll('button, input, .card, strong')) {
      if (!each.checkVisibility()) continue // folded
      const own = each.getBoundingClientRect()
      if (own.width && !inside(own)) flaws.push(`outside (${round(own)}): ${named(each)}`)
      const at = document.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2)
      if (own.width > 1 && each.matches('button, input') && !each.contains(at)) flaws.push(`covered by ${at && named(at)}: ${named(each)}`)
    }
    for (const each of [part, ...part.querySelectorAll('*')]) {
      if (getComputedStyle(each).overflowY !== 'visible' && !each.closest('.unseen, .preview') && each.scrollHeight > each.clientHeight + 2 && each.clientHeight > 1) flaws.push(`must be scrolled (${each.scrollHeight} in ${each.clientHeight}): ${named(each)}`)
    }
  }
  for (const each of [document.scrollingElement, document.querySelector('.stage')]) {
    if (each.scrollHeight > each.clientHeight + 1) flaws.push(`scrolls, ${each.scrollHeight} in ${each.clientHeight}: ${each.className}`)
    const wide = [...each.querySelectorAll('*')].find((one) => one.getBoundingClientRect().right > each.getBoundingClientRect().right + 1)
    if (each.scrollWidth > each.clientWidth + 1) flaws.push(`scrolls sideways, ${each.scrollWidth} in ${each.clientWidth}: ${wide && named(wide)}`)
  }

  // Words in one piece.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const lines = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!node.data.trim() || parent.closest('.unseen, option, script, style, dialog:not([open])') || !parent.checkVisibility({ visibilityProperty: true })) continue
    for (const word of node.data.matchAll(/[^\s\-–/]+/g)) {
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0.5)
      if (rects.some((rect) => rect.top > rects[0].bottom - 2)) flaws.push(`broken: ${word[0]}, in ${named(parent)}`)
    }
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const seen = clipped(rect, parent)
      if (seen) lines.push({ ...seen, parent, node })
    }
  }

  // No text over other text.
  function clipped({ left, top, right, bottom }, element) {
    for (let each = element; each; each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue
      const box = each.getBoundingClientRect()
      ;[left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)]
    }
    ;[left, top, right, bottom] = [Math.max(left, 0), Math.max(top, 0), Math.min(right, innerWidth), Math.min(bottom, innerHeight)]
    return right - left > 2 && bottom - top > 2 ? { left, top, right, bottom } : null
  }
  const opaque = (element) => element.tagName === 'IMG' || !/^(transparent|rgba\(.*, 0\))$/.test(getComputedStyle(element).backgroundColor)
  /** Whether something else, through which one does not see, lies above the text at this place. */
  const hidden = ({ parent }, x, y) => {
    const stack = document.elementsFromPoint(x, y)
    const at = stack.indexOf(parent)
    return stack.slice(0, at < 0 ? stack.length : at).some((each) => !parent.contains(each) && !each.contains(parent) && opaque(each))
  }
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) {
      const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)]
      const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)]
      if (one.node === other.node || right - left < 3 || bottom - top < 4) continue
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      if (!hidden(one, x, y) && !hidden(other, x, y)) flaws.push(`text over text: ${named(one.parent)} | ${named(other.parent)}`)
    }
  })
  return [...new Set(flaws)]
}
