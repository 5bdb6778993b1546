"""Layout errors of a page, derived from the boxes of its text and of its tap targets."""

FAULTS = r"""async () => {
    const faults = new Set()
    const root = document.documentElement
    const words = (one) => {
        const text = (one.nodeType === 3 ? one.data : one.ariaLabel || one.textContent).trim().replace(/\s+/g, ' ')
        const tag = one.nodeType === 3 ? one.parentElement : one
        return `${tag.localName}${tag.id && '#' + tag.id}.${tag.className.baseVal ?? tag.className} “${text.slice(0, 40)}”`
    }
    const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom })
    const cut = (a, b) => ({
        left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
    })
    const wide = ({ left, right }) => right - left
    const tall = ({ top, bottom }) => bottom - top
    const tell = (one) => Object.values(one).map(Math.round).join(' ')
    const ancestors = (node) => {
        const found = []
        for (let one = node.parentElement; one && one !== document.body; one = one.parentElement) found.push(one)
        return found
    }
    // Only an open dialog or menu can be used.
    const scope = document.querySelector('dialog:modal') ?? document.querySelector('.menu[open], .filter[open] .panel') ?? document.body
    const isSpokenOnly = (one) => getComputedStyle(one).clipPath === 'inset(50%)'
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest('.skip, .pull, option, noscript, script') && !ancestors(one).concat(one).some(isSpokenOnly)
    const layerOf = (node) => ancestors(node).concat(node).find((one) =>
        one.nodeType === 1 && /fixed|sticky/.test(getComputedStyle(one).position)) ?? null

    /** Returns the visible part of a box, and the sides at which it is cut off and can't be scrolled into view. */
    function visible(node, rect) {
        let seen = box(rect)
        const lost = []
        let [scrollsX, scrollsY] = [false, false]
        for (const one of ancestors(node)) {
            const style = getComputedStyle(one)
            const { overflowX, overflowY, webkitLineClamp, position, display } = style
            if (display === 'inline' || display === 'contents') continue
            const edge = box(one.getBoundingClientRect())
            if (overflowX !== 'visible') {
                scrollsX ||= /auto|scroll/.test(overflowX)
                if (!scrollsX && (rect.left < edge.left - 1 || rect.right > edge.right + 1)) lost.push(`beside ${words(one)}`)
                seen = cut(seen, { ...edge, top: -1e9, bottom: 1e9 })
            }
            if (overflowY !== 'visible') {
                scrollsY ||= /auto|scroll/.test(overflowY) || webkitLineClamp !== 'none'
                if (!scrollsY && (rect.top < edge.top - 4 || rect.bottom > edge.bottom + 4)) lost.push(`above or below ${words(one)}`)
                seen = cut(seen, { ...edge, left: -1e9, right: 1e9 })
            }
            if (position === 'fixed') break
        }
        if (!scrollsX && (rect.left < -1 || rect.right > root.clientWidth + 1)) lost.push('beside the window')
        return [seen, lost]
    }

    // Window
    if (root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`)

    // Text
    const lines = []
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    for (let text; (text = walker.nextNode());) {
        if (!text.data.trim() || !isSeen(text.parentElement)) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const size = parseFloat(getComputedStyle(text.parentElement).fontSize)
        const holder = ancestors(text).find((one) => getComputedStyle(one).display !== 'inline')
        const count = new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top))).size
        if (count > 2 && text.data.trim().length < 3 * count) faults.add(`broken into letters: ${words(text)} (${count} lines)`)
        for (const rect of range.getClientRects()) {
            if (!rect.width) continue
            const [seen, lost] = visible(text, rect)
            if (lost.length) faults.add(`cut off: ${words(text)} ${lost.join(', ')} (${tell(box(rect))})`)
            if (holder) {
                const edge = holder.getBoundingClientRect()
                const { webkitLineClamp, overflowY } = getComputedStyle(holder)
                const isClamped = webkitLineClamp !== 'none' || /auto|scroll/.test(overflowY)
                if (rect.left < edge.left - 1 || rect.right > edge.right + 1) faults.add(`wider than its box: ${words(text)} in ${words(holder)}`)
                else if (!isClamped && (rect.top < edge.top - size * .4 || rect.bottom > edge.bottom + size * .4)) faults.add(`taller than its box: ${words(text)} in ${words(holder)}`)
            }
            if (wide(seen) > 1 && tall(seen) > size / 2) lines.push({ text, rect: seen, layer: layerOf(text.parentElement) })
        }
    }
    for (const [index, one] of lines.entries()) {
        for (const other of lines.slice(index + 1)) {
            if (one.text === other.text || one.layer !== other.layer) continue
            const both = cut(one.rect, other.rect)
            if (wide(both) > 2 && tall(both) > .4 * Math.min(tall(one.rect), tall(other.rect))) {
                faults.add(`overlapping text: ${words(one.text)} and ${words(other.text)}`)
            }
        }
    }

    // Fields: a chosen option is fully visible; a placeholder that doesn't fit ends in an ellipsis.
    const context = document.createElement('canvas').getContext('2d')
    for (const field of scope.querySelectorAll('select, input[placeholder]')) {
        if (!isSeen(field) || (field.matches('input') && field.value)) continue
        const style = getComputedStyle(field)
        context.font = style.font
        const hint = field.selectedOptions?.[0].text ?? field.placeholder
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        const isEllipsis = field.matches('input') && style.textOverflow === 'ellipsis'
        if (context.measureText(hint).width > room + 1 && !isEllipsis) faults.add(`no room for “${hint}” in ${words(field)}`)
    }

    // Controls
    const controls = [...scope.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input)')]
        .filter((one) => isSeen(one) && !one.closest('[aria-hidden=true], :disabled, [aria-disabled=true]') && !(one.matches('input') && one.closest('label')))
    const boxes = controls.map((one) => [one, one.getBoundingClientRect(), layerOf(one)])
    for (const [one, rect] of boxes) {
        if (rect.width < 43.5 || rect.height < 43.5) faults.add(`under 44: ${words(one)} (${rect.width} × ${rect.height})`)
    }
    // A button of a field may be in its padding.
    const inner = (one, { left, top, right, bottom }) => {
        const { paddingLeft, paddingRight } = getComputedStyle(one)
        return one.matches('input') ? { left: left + parseFloat(paddingLeft), top, right: right - parseFloat(paddingRight), bottom } : { left, top, right, bottom }
    }
    const shown = boxes.map(([one, rect, layer]) => [one, visible(one, inner(one, rect))[0], layer])
    for (const [index, [one, rect, layer]] of shown.entries()) {
        for (const [other, second, its] of shown.slice(index + 1)) {
            // A gallery's buttons are on top of its pictures.
            if (layer !== its || one.contains(other) || other.contains(one) || one.closest('.slides')) continue
            // A card's heart is on top of its link, beside the text (below).
            if (other.matches('.heart') && other.closest('.product')?.contains(one)) continue
            const both = cut(rect, second)
            if (wide(both) > 1 && tall(both) > 1) faults.add(`overlapping controls: ${words(one)} and ${words(other)} (${tell(both)})`)
        }
    }

    for (const [heart, rect] of shown.filter(([one]) => one.matches('.product .heart'))) {
        for (const { text, rect: line } of lines) {
            const both = cut(rect, line)
            if (wide(both) > 1 && tall(both) > 1) faults.add(`text under a heart: ${words(text)} (${tell(both)})`)
        }
    }

    // Every control can be tapped in its middle once it is scrolled into view.
    const { scrollX, scrollY } = window
    for (const one of controls) {
        one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const { left, top, width, height } = one.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        if (!hit || !(one.contains(hit) || hit.contains(one))) faults.add(`covered: ${words(one)} by ${hit ? words(hit) : 'nothing'} at ${Math.round(left + width / 2)} ${Math.round(top + height / 2)}`)
        for (const scroller of ancestors(one)) if (scroller.scrollLeft && !one.closest('.slides')) scroller.scrollLeft = 0
    }
    scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return [...faults]
}"""


def faults(page):
    """Returns descriptions of what is cut off, overlaps, is too small to be tapped or can't be reached."""
    page.settled()
    # Rows out of view are laid out only for this.
    page.page.evaluate("() => document.querySelector('#products')?.classList.add('whole')")
    return page.page.evaluate(FAULTS)
