import { $, $$, button, entry, last, make, opensElsewhere, parsed, say, text, waiting } from './shared.js'
import { ask, begin, save } from './list.js'

const form = $('#search')
const box = $('#q')
const results = $('#results')

const byDefault = { sort: 'newest' }

function address(fields = new FormData(form)) {
  const query = new URLSearchParams()
  for (const { name } of form.elements) {
    const value = fields.get(name)?.trim()
    if (value && value !== byDefault[name]) query.set(name, value)
  }
  return String(query) && '/?' + String(query).replaceAll('+', '%20') || '/'
}

const path = () => location.pathname + location.search
const first = new URLSearchParams(location.search)
if ($('.crumbs')) first.set('category', location.pathname.slice(3))
let shown = address(first)
let search = path()
/** Whether this history entry belongs to the search being typed. */
let isTyped
let isComposing, timer

/** Replaces the results with those for the current form. */
async function look() {
  clearTimeout(timer)
  const wanted = address()
  if (wanted === shown) return failure.remove()
  const [html, { url }, signal] = await ask(wanted)
  const page = parsed(html)
  // A syllable that is being composed may still become another one.
  if (isComposing && !$('#products', page)) await new Promise((resolve) => setTimeout(resolve, 700))
  if (signal.aborted || wanted !== address()) return
  shown = wanted
  if (isTyped) {
    history.replaceState(history.state, '', url)
  } else {
    save()
    history.pushState({ trail: history.state?.trail?.concat(url) }, '', url)
  }
  isTyped = true
  search = path()
  const isInFilter = $('#filter :focus')
  $('#filter').replaceWith($('#filter', page))
  if (isInFilter) $('#filter summary').focus()
  offerPlace()
  box.defaultValue = box.value
  document.title = page.title
  results.replaceChildren(...$('#results', page).childNodes)
  failure.remove()
  begin()
  say(($('#filter .error') ?? $('.corrected, .count, h2', results)).textContent, 'unseen')
}

const lookAgain = () => waiting($('.query .icon'), look()).catch((error) => error === 'left' || results.before(failure))

/** Says above the list that it isn't what was searched for, until it is. */
const failure = make('div', { className: 'notice error', role: 'alert' },
  make('p', {}, text('searchFailed')), button('button', text('retry'), lookAgain))
addEventListener('online', () => failure.isConnected && lookAgain())

box.addEventListener('compositionstart', () => (isComposing = true))
box.addEventListener('compositionend', () => (isComposing = false))
box.addEventListener('input', () => {
  offer()
  clearTimeout(timer)
  timer = setTimeout(lookAgain, 250)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  note()
  const control = document.activeElement
  box.blur()
  waiting(control, look()).then(() => (isTyped = false), (error) => error === 'left' || location.assign(address()))
})
addEventListener('change', ({ target }) => {
  if (target.name === 'sort' || target.name === 'in_stock') form.requestSubmit()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.target.matches('input')) return
  event.preventDefault()
  box.focus()
})
results.addEventListener('click', ({ target }) => {
  if (!isTyped || !target.closest('a')) return
  note()
  isTyped = false
})
addEventListener('popstate', () => path() === search || location.reload())

// Recent searches
const recent = () => entry('searches') ?? []
const keep = (words) => entry('searches', words)
const panel = make('section', { id: 'recent', hidden: true, ariaLabel: text('recentSearches') })
$('.query').append(panel)

function note() {
  const words = box.value.trim()
  if (words) keep([words, ...recent().filter((one) => one !== words)].slice(0, 8))
}

function offer() {
  const words = recent()
  panel.hidden = box.value || !words.length
  if (panel.hidden) return
  const lines = words.map((one) => make('li', {},
    make('a', { href: '/?q=' + encodeURIComponent(one) }, one),
    make('button', { type: 'button', ariaLabel: text('removeSearch', { words: one }), onclick: () => change(one) }, '×')))
  panel.replaceChildren(make('b', {}, text('recentSearches')), make('ul', { role: 'list' }, ...lines),
    button('', text('clearSearches'), () => change()))
}

/** Removes one recent search, or all. */
function change(gone) {
  keep(recent().filter((one) => gone && one !== gone))
  box.focus()
  offer()
}

box.addEventListener('focus', offer)
form.addEventListener('focusout', () => setTimeout(() => {
  if (!$('.query').contains(document.activeElement)) panel.hidden = true
}))
// Keep the focus in the box.
panel.addEventListener('pointerdown', (event) => event.preventDefault())
panel.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link || opensElsewhere(event)) return
  event.preventDefault()
  box.value = link.textContent
  form.requestSubmit()
})
form.addEventListener('keydown', (event) => {
  if (panel.hidden) return
  if (event.key === 'Escape') {
    box.focus()
    panel.hidden = true
  }
  const stops = [box, ...$$('a', panel)]
  const next = stops[stops.indexOf(document.activeElement) + { ArrowDown: 1, ArrowUp: -1 }[event.key]]
  if (!next) return
  event.preventDefault()
  next.focus()
})
/** Remembers the place of this list, or offers the last one. */
function offerPlace() {
  const field = $('#place')
  const latest = last('place')
  if (field.value) last('place', field.value)
  else if (latest) field.before(button('chip', latest, () => {
    field.value = latest
    form.requestSubmit()
  }))
}

offerPlace()
if (box.value !== box.defaultValue) lookAgain()
