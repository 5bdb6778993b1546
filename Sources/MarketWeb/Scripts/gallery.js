import { $, $$, button, calm, make, text } from './shared.js'

const slides = $('.slides')
const pictures = $$('.slides img')
const dots = $$('.dots a')
const [previous, next, position] = $$('.previous, .next, .position')
let current = 0

const go = (index, behavior = calm.matches ? 'instant' : 'smooth') =>
  slides.scrollTo({ left: index * slides.clientWidth, behavior })

function update() {
  current = Math.round(slides.scrollLeft / slides.clientWidth) || 0
  if (pictures[current + 1]) pictures[current + 1].loading = 'eager'
  if (!position) return
  position.textContent = `${current + 1} / ${pictures.length}`
  previous.disabled = !current
  next.disabled = current === pictures.length - 1
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
addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step || event.altKey || event.metaKey || event.target.matches('input, .zoomed')) return
  event.preventDefault()
  go(current + step)
  if (large.open) enlarge(pictures[current + step])
})
update()

// The large picture
const view = make('img')
const pan = make('div', { className: 'pan', tabIndex: 0 }, view)
const large = make('dialog', { className: 'large' }, pan, button('close', text('close'), () => large.close()))
document.body.append(large)

function enlarge(image) {
  if (!image) return
  view.src = image.closest('a').href
  large.ariaLabel = view.alt = image.alt
  pan.classList.remove('zoomed')
  if (!large.open) large.showModal()
}

slides.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey) return
  event.preventDefault()
  enlarge(pictures[current])
})
pan.addEventListener('click', ({ target, offsetX, offsetY }) => {
  if (target !== view) return large.close()
  const [x, y] = [offsetX / view.width, offsetY / view.height]
  pan.classList.toggle('zoomed')
  pan.scrollTo(view.width * x - pan.clientWidth / 2, view.height * y - pan.clientHeight / 2)
})
