import { addHeart } from './kept.js'
import { $, $$, calm, changes, entry, make, parsed, remember, say, send, text, visit, waiting } from './shared.js'

let list
let more
let failed

let request = null
let seen = changes()

const idOf = (row) => row.dataset.id
const rows = (root = list) => $$('[data-id]', root)
const rowOf = (id) => $(`[data-id="${id}"]`, list)
const parse = (html) => rows(parsed(html))

/** Requests an address. A later request cancels an earlier one. */
export async function ask(url) {
  request?.abort('left')
  const mine = (request = new AbortController())
  const timer = setTimeout(() => mine.abort(), 20000)
  try {
    const answer = await fetch(url, mine)
    if (!answer.ok) throw answer
    return [await answer.text(), answer, mine.signal]
  } finally {
    clearTimeout(timer)
    if (request === mine) request = null
  }
}

/** Returns the rows after a cursor, or those of the page itself. */
async function fetchRows(cursor) {
  const url = new URL(location)
  url.searchParams.set('fragment', 1)
  if (cursor) {
    url.searchParams.delete('page')
    url.searchParams.set('cursor', cursor)
  }
  const [html, { headers }] = await ask(url)
  return [parse(html), headers.get('X-Next-Cursor') ?? '']
}

function know(row) {
  const place = $('.picture', row)
  Object.assign(row, { place, written: row.outerHTML })
  place.html = place.innerHTML.replace(' loading="lazy"', '')
  nearby.observe(place)
  addHeart(row)
}

/** Returns the existing row for a new one if it is unchanged; otherwise reuses its picture if that is unchanged. */
function adopt(row) {
  const old = rowOf(idOf(row))
  know(row)
  if (old?.written === row.written) return old
  if (old?.place.html === row.place.html) {
    row.place.replaceWith(old.place)
    row.place = old.place
  }
  return row
}

/** Replaces the rows. The position is saved first, because adopt() takes pictures out of existing rows. */
function show(collect, next) {
  const target = here()
  failed.hidden = true
  list.replaceChildren(...collect())
  list.dataset.next = next
  goTo(target)
}

// The root margin catches jumps to the end. Every tenth page needs a tap, so that the footer can be reached.
let automatic = 0
const observer = new IntersectionObserver((entries) => {
  if (entries.at(-1).isIntersecting && automatic++ % 10 < 9) load()
}, { rootMargin: '9999999px 0px 0px' })

/** Observes the tenth row from the end. */
function arm() {
  const { next } = list.dataset
  observer.disconnect()
  more.hidden = !next
  // A short list that is visible as a whole needs no end mark.
  $('#end').hidden = next || list.dataset.total <= 30
  if (next) observer.observe(rows().at(-10) ?? list)
}

async function load() {
  if (request || !list.dataset.next) return
  failed.hidden = true
  const length = Math.min(30, list.dataset.total - rows().length || 1)
  const places = Array.from({ length }, () => make('li', { className: 'product placeholder', ariaHidden: true }))
  for (const place of places) place.style.height = rows().at(-1).firstElementChild.offsetHeight + 'px'
  list.append(...places)
  const [fresh, next] = await fetchRows(list.dataset.next).catch((error) => [null, error])
  places.forEach((place) => place.remove())
  if (fresh) {
    list.append(...fresh.filter((row) => !rowOf(idOf(row))).map(adopt))
    list.dataset.next = next
    arm()
  } else if (next !== 'left') {
    failed.hidden = false
  }
}

/** Reloads at least this many rows, from the beginning. */
async function renew(count) {
  const fresh = new Map()
  const now = changes()
  let page
  let next = ''
  try {
    do {
      [page, next] = await fetchRows(next)
      for (const row of page) fresh.set(idOf(row), row)
    } while (next && fresh.size < count)
    if (!fresh.size) return location.reload()
    show(() => [...fresh.values()].map(adopt), next)
    seen = now
  } finally {
    arm()
  }
}

function refresh() {
  scrollTo(0, 0)
  waiting($('#refresh') ?? list, renew(1)).then(() => say(text('refreshed')), () => say(text('failed')))
}

function pullToRefresh() {
  let start
  let pulled = 0
  const pull = make('p', { className: 'pull', ariaHidden: true })
  const move = (distance, transition) => {
    pulled = distance
    for (const { style } of [list, pull]) Object.assign(style, { transition, translate: distance ? `0 ${distance}px` : '' })
    pull.textContent = text(distance > 64 ? 'releaseToRefresh' : 'pullToRefresh')
    pull.style.opacity = distance / 64
  }
  document.documentElement.style.overscrollBehaviorY = 'none'
  addEventListener('touchstart', ({ touches }) => {
    start = !list || touches[1] || scrollY > 0 ? NaN : touches[0].clientY
    if (start) list.before(pull)
  })
  addEventListener('touchmove', ({ touches }) => {
    const distance = touches[0].clientY - start - 8
    if (distance > 0 || pulled) move(6 * Math.sqrt(Math.max(0, distance)), '')
  })
  for (const end of ['touchend', 'touchcancel']) addEventListener(end, () => {
    if (pulled > 64) refresh()
    if (pulled) move(0, calm.matches ? '' : '.2s')
  })
}

let place = null
let settled = -1

/** Returns the first product in view and its position. */
function here() {
  const top = $('header').offsetHeight
  const row = scrollY > 8 && rows().find((one) => one.getBoundingClientRect().bottom > top)
  return row ? { id: idOf(row), top: row.getBoundingClientRect().top } : null
}

function goTo(target) {
  const row = target && rowOf(target.id)
  if (!row) return
  // Rows that were never in view have an estimated height. Once they are laid out, browsers remember it.
  list.classList.add('whole')
  requestAnimationFrame(() => setTimeout(() => list.classList.remove('whole')))
  scrollBy({ top: row.getBoundingClientRect().top - target.top, behavior: 'instant' })
  place = target
  settled = scrollY
}

function switchView(event) {
  event.preventDefault()
  const { target: form, submitter } = event
  const target = here()
  list.dataset.view = submitter.value
  for (const source of $$('source', list)) source.sizes = list.dataset[submitter.value]
  for (const one of $$('[name=view]', form)) one.setAttribute('aria-pressed', one === submitter)
  goTo(target)
  send(form, submitter, { keepalive: true }).catch(() => {})
}

// Without the back/forward cache: the rows in this tab's storage, which may be full, and the position in the history.
const { lang, dataset } = document.documentElement
const made = lang + dataset.version
const isFirst = !history.state?.key

let key
const keep = (data) => entry(key, data, 'sessionStorage')

export function save() {
  if (!list) return
  const html = rows().map((row) => row.written).join('')
  const data = { made, seen, html, next: list.dataset.next, place: here() }
  if (keep(data)) return
  try {
    for (const one of Object.keys(sessionStorage)) if (/^rows/.test(one)) sessionStorage.removeItem(one)
  } catch {}
  keep(data)
}

const note = () => list && history.state?.key === key && remember({ place: here(), count: rows().length })

export function begin() {
  list = $('#products')
  more = $('#more')
  failed = $('.retry')
  key = history.state?.key ?? `rows${Math.random()}`
  remember({ key })
  history.scrollRestoration = 'manual'
  if (!list) return
  rows().forEach(know)
  arm()
}

function restore() {
  const { place, count = 0 } = history.state
  const old = entry(key, undefined, 'sessionStorage') ?? { html: '' }
  const before = parse(old.html)
  const last = before.findLastIndex((row) => rowOf(idOf(row)))
  const behind = before.slice(last + 1)
  if (behind.length) show(() => [...rows(), ...behind.map(adopt)], old.next)
  const target = old.place === undefined ? place : old.place
  goTo(target)
  const isMissing = !before.length && count > rows().length
  const isOld = behind.length && (last < 0 || old.made !== made || visit.type === 'reload' || changes() > old.seen)
  if (isMissing || isOld) renew(before.length || count).then(() => isMissing && goTo(target), () => {})
  arm()
}

/** Cancels pictures that were scrolled past before they were loaded. */
const nearby = new IntersectionObserver((entries) => {
  for (const { target: place, isIntersecting } of entries) {
    const image = $('.thumb', place)
    if (isIntersecting && !image) place.innerHTML = place.html
    else if (!isIntersecting && image && !image.complete) {
      image.removeAttribute('src')
      image.remove()
    }
  }
}, { rootMargin: '200% 0px' })

begin()
if (list) restore()
if (matchMedia('(pointer: coarse)').matches) pullToRefresh()
$('#view-form')?.addEventListener('submit', switchView)
// Captured, so that app.js knows of a link that leads nowhere, and shows no bar of a navigation.
addEventListener('click', (event) => {
  const { target } = event
  // Enter in the search box clicks it, too.
  if (target.closest('#refresh') && document.activeElement.id !== 'q') {
    event.preventDefault()
    if (list) refresh()
    else location.reload()
  }
  const control = target.closest('#more, .retry button')
  if (control) {
    event.preventDefault()
    const { length } = rows()
    // Unless somebody has gone on elsewhere, such as in the search box. Where none have come, “Try again” is in the place of “More”.
    waiting(control, load()).then(() => $(':focus:not(#more, .retry button)')
      ?? (rows()[length]?.querySelector('a') ?? $('button', failed)).focus({ preventScroll: true }))
  }
  const link = target.closest('a')
  if (!link || !list) return
  save()
  note()
  // The thumbnail expands into the product's picture.
  for (const image of $$('.thumb', list)) image.style.viewTransitionName = link.contains(image) ? 'picture' : ''
}, true)
document.addEventListener('load', ({ target, timeStamp }) => {
  if (!target.matches?.('.thumb') || calm.matches || (timeStamp < 1000 && !isFirst)) return
  target.animate({ opacity: [0, 1] }, 200)
}, true)
addEventListener('scroll', () => {
  if (Math.abs(scrollY - settled) > 1) place = here()
}, { passive: true })
addEventListener('resize', () => goTo(place))
addEventListener('online', () => failed?.hidden === false && load())
addEventListener('visibilitychange', () => {
  if (!document.hidden) return
  save()
  note()
})
addEventListener('pagehide', () => {
  request?.abort('left')
  save()
})
addEventListener('pageshow', () => list && arm())
