import { $, $$, button, calm, make, opensElsewhere, text } from './shared.js'

const slides = $('.slides')
const pictures = $$('.slides img')
const dots = $$('.dots a')
const [previous, next, position] = $$('.previous, .next, .position')
let current = 0

const go = (index, behavior = calm.matches ? 'instant' : 'smooth') =>
  slides.scrollTo({ left: index * slides.clientWidth, behavior })

function update() {
  if (!large.open) current = Math.round(slides.scrollLeft / slides.clientWidth) || 0
  if (pictures[current + 1]) pictures[current + 1].loading = 'eager'
  for (const one of $$('.position')) one.textContent = `${current + 1} / ${pictures.length}`
  for (const one of $$('.previous')) one.ariaDisabled = !current
  for (const one of $$('.next')) one.ariaDisabled = current === pictures.length - 1
  dots.forEach((dot, index) => dot.setAttribute('aria-current', index === current))
}

slides.addEventListener('scroll', update)
new ResizeObserver(() => go(current, 'instant')).observe(slides)
previous?.addEventListener('click', () => go(current - 1))
next?.addEventListener('click', () => go(current + 1))
dots.forEach((dot, index) => dot.addEventListener('click', (event) => {
  event.preventDefault()
  go(index)
}))

// Only images from the network fade in.
slides.addEventListener('load', ({ target }) => {
  const isKept = performance.getEntriesByName(target.currentSrc).at(-1)?.transferSize === 0
  if (!isKept && !calm.matches) target.animate({ opacity: [0, 1] }, 200)
}, true)

// The large picture
const views = pictures.map(({ alt, attributes: { width, height } }) =>
  make('img', { alt, width: width.value, height: height.value, draggable: false }))
const track = make('div', { className: 'track' }, ...views)
const stage = make('div', { className: 'stage' }, track)
const large = make('dialog', { className: 'large' }, stage, button('close', text('close'), () => large.close()))
large.lastChild.autofocus = true
if (position) {
  for (const [one, step] of [[previous, -1], [next, 1]]) {
    const copy = one.cloneNode(true)
    copy.classList.add('icon-only')
    copy.onclick = () => show(current + step)
    large.append(copy)
  }
  large.append(make('p', { className: 'position', ariaLive: 'polite' }))
}
document.body.append(large)

let zoom, left, top
let aside, down

function place(isHeld) {
  large.classList.toggle('held', isHeld)
  large.style.backgroundColor = `rgb(0 0 0 / ${1 - down / innerHeight})`
  track.style.translate = `calc(${-100 * current}% + ${aside}px) ${down}px`
  views[current].style.transform = `translate(${left}px, ${top}px) scale(${zoom})`
}

/** Loads the image that the page shows first, then the full one. */
function load(index) {
  const view = views[index]
  if (!view || view.whole) return
  const { href } = pictures[index].closest('a')
  view.src ||= pictures[index].currentSrc || href
  view.whole = make('img', { src: href })
  view.whole.decode().then(() => (view.src = href), () => (view.whole = null))
}

function show(index, isHeld = false) {
  if (views[index]) {
    views[current].style.transform = ''
    current = index
    history.replaceState({ ...history.state, large: index + 1 }, '')
    go(index, 'instant')
    update()
    for (const near of [index, index + 1, index - 1]) load(near)
    large.ariaLabel = views[index].alt
    views.forEach((view) => (view.ariaHidden = view !== views[index]))
  }
  zoom = 1
  left = top = aside = down = 0
  place(isHeld)
}

slides.addEventListener('click', (event) => {
  // On a page that two fingers have zoomed, most of it would be out of sight, with no way there: the browser shows the picture.
  if (opensElsewhere(event) || visualViewport.scale > 1) return
  event.preventDefault()
  tap = grip(event)
  history.pushState({ ...history.state, large: current + 1 }, '')
  follow()
})

function follow() {
  const { large: number } = history.state ?? {}
  if (!number) return large.close()
  large.open || large.showModal()
  show(Math.min(number, views.length) - 1, true)
}
addEventListener('popstate', follow)
large.addEventListener('close', () => {
  if (history.state?.large) history.back()
  pictures[current].closest('a').focus({ preventScroll: true })
})

/** Returns the midpoint of one or two points, relative to the centre of the window, and the current state. */
const grip = (a, b = a) => ({
  x: (a.clientX + b.clientX - innerWidth) / 2,
  y: (a.clientY + b.clientY - innerHeight) / 2,
  span: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  time: a.timeStamp,
  zoom,
  left,
  top,
})

/** Returns half of the displayed size. */
function reach() {
  const [w, h] = ['width', 'height'].map((side) => views[current].getAttribute(side) / 2)
  const scale = zoom * Math.min(1, innerWidth / 2 / w, innerHeight / 2 / h)
  return [w * scale, h * scale]
}

/** Zooms so that the position under one point moves under the other. */
function zoomTo(wanted, from, to = from) {
  zoom = Math.max(1, Math.min(5, wanted))
  const [w, h] = reach()
  const within = (most, value) => (most > 0 ? Math.max(-most, Math.min(most, value)) : 0)
  left = within(w - innerWidth / 2, to.x - (from.x - from.left) * zoom / from.zoom)
  top = within(h - innerHeight / 2, to.y - (from.y - from.top) * zoom / from.zoom)
}

const fingers = new Map()
let start, closing
let tap = {}

function begin(direction) {
  start = { ...grip(...fingers.values()), direction }
  aside = down = 0
}

stage.addEventListener('pointerdown', (event) => {
  if (event.button) return
  clearTimeout(closing)
  fingers.set(event.pointerId, event)
  stage.setPointerCapture(event.pointerId)
  begin(fingers.size > 1 && 'both')
})

stage.addEventListener('pointermove', (event) => {
  if (!fingers.has(event.pointerId)) return
  fingers.set(event.pointerId, event)
  const now = grip(...fingers.values())
  const [x, y] = [now.x - start.x, now.y - start.y]
  if (!start.direction && Math.hypot(x, y) > 8) {
    start.direction = zoom > 1 ? 'both' : Math.abs(x) > Math.abs(y) ? 'x' : 'y'
  }
  if (start.direction === 'both') zoomTo(start.span ? start.zoom * now.span / start.span : zoom, start, now)
  if (start.direction === 'x') aside = views[current - Math.sign(x)] ? x : x / 4
  if (start.direction === 'y') down = Math.max(0, y)
  place(true)
})

function end(event) {
  if (!fingers.delete(event.pointerId)) return
  if (fingers.size) return begin('both')
  if (!start.direction) return tapped(grip(event))
  const isFar = (way, whole) => event.type === 'pointerup' && way > 24
    && (way > whole / 3 || way / (event.timeStamp - start.time) > .5)
  if (isFar(down, innerHeight)) large.close()
  else if (start.direction !== 'both') show(current - Math.sign(aside) * isFar(Math.abs(aside), innerWidth))
}
stage.addEventListener('pointerup', end)
stage.addEventListener('pointercancel', end)

function tapped(here) {
  const isSecond = here.time - tap.time < 350 && Math.hypot(here.x - tap.x, here.y - tap.y) < 40
  const [w, h] = reach()
  if (isSecond) zoomTo(zoom > 1 ? 1 : 2.5, here)
  else if (Math.abs(here.x) > w || Math.abs(here.y) > h) closing = setTimeout(() => large.close(), 350)
  tap = isSecond ? {} : here
  place(false)
}

large.addEventListener('wheel', (event) => {
  event.preventDefault()
  zoomTo(zoom * 2 ** (-event.deltaY / (event.ctrlKey ? 50 : 300)), grip(event))
  place(true)
}, { passive: false })

addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step || event.altKey || opensElsewhere(event) || event.target.matches('input') || $('dialog[open]:not(.large)')) return
  event.preventDefault()
  if (large.open) show(current + step)
  else go(current + step)
})

update()
follow()
