import { $, $$, calm, changes, make, say, send, text, waiting } from './shared.js'

const list = $('#products')
const more = $('#more')
const failed = $('.retry')

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.target.matches('input')) return
  event.preventDefault()
  $('#q')?.focus()
})
addEventListener('change', ({ target }) => {
  if (target.name === 'sort' || target.name === 'in_stock') target.form.requestSubmit()
})
addEventListener('click', (event) => {
  // Enter in the search taps it too.
  if (!event.target.closest('#refresh') || document.activeElement.id === 'q') return
  event.preventDefault()
  if (list) refresh()
  else location.reload()
})

let request = null
let seen = changes()

const idOf = (row) => row.dataset.id
const rows = (root = list) => $$('[data-id]', root)
const rowOf = (id) => $(`[data-id="${id}"]`, list)
const parse = (html) => rows(make('template', { innerHTML: html }).content)

/** Rows behind a cursor, or those of the page itself. */
async function fetchRows(cursor) {
  const mine = (request = new AbortController())
  const timer = setTimeout(() => mine.abort(), 20000)
  const url = new URL(location)
  url.searchParams.set('fragment', 1)
  if (cursor) {
    url.searchParams.delete('page')
    url.searchParams.set('cursor', cursor)
  }
  try {
    const answer = await fetch(url, mine)
    if (!answer.ok) throw answer
    return [parse(await answer.text()), answer.headers.get('X-Next-Cursor') ?? '']
  } finally {
    clearTimeout(timer)
    if (request === mine) request = null
  }
}

function know(row) {
  const place = $('.picture', row)
  Object.assign(row, { place, written: row.outerHTML })
  place.html = place.innerHTML.replace(' loading="lazy"', '')
  nearby.observe(place)
}

/** For a row that came: the one that is there, or at least its picture. */
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

function show(shown, next) {
  const target = here()
  failed.hidden = true
  list.replaceChildren(...shown)
  list.dataset.next = next
  goTo(target)
}

// A jump to the end leaps over nothing. The tenth page has to be asked for: so the footer can be reached.
let automatic = 0
const observer = new IntersectionObserver((entries) => {
  if (entries.at(-1).isIntersecting && automatic++ % 10 < 9) load()
}, { rootMargin: '9999999px 0px 0px' })

/** Waits for the tenth row from the end. */
function arm() {
  const { next } = list.dataset
  observer.disconnect()
  more.hidden = !next
  // Who sees all of a short list at once need not be told.
  $('#end').hidden = next || list.dataset.total <= 30
  if (next) observer.observe(rows().at(-10) ?? list)
}

async function load() {
  if (request || !list.dataset.next) return
  failed.hidden = true
  const length = Math.min(30, list.dataset.total - rows().length || 1)
  const places = Array.from({ length }, () => make('li', { className: 'product placeholder', ariaHidden: true }))
  for (const place of places) place.style.height = rows().at(-1).offsetHeight + 'px'
  list.append(...places)
  const [fresh, next] = await fetchRows(list.dataset.next).catch((error) => [null, error])
  places.forEach((place) => place.remove())
  if (fresh) {
    list.append(...fresh.filter((row) => !rowOf(idOf(row))).map(adopt))
    list.dataset.next = next
    arm()
  } else {
    failed.hidden = next === 'left'
  }
}

/** Asks again for so many rows, from the beginning. */
async function renew(count) {
  request?.abort('left')
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
    show([...fresh.values()].map(adopt), next)
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
  list.before(pull)
  move(0, '')
  document.documentElement.style.overscrollBehaviorY = 'none'
  addEventListener('touchstart', ({ touches }) => (start = touches[1] || scrollY > 0 ? NaN : touches[0].clientY))
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

/** The first product in view and where it stands. */
function here() {
  const top = $('header').offsetHeight
  const row = scrollY > 8 && rows().find((one) => one.getBoundingClientRect().bottom > top)
  return row ? { id: idOf(row), top: row.getBoundingClientRect().top } : null
}

function goTo(target) {
  const row = target && rowOf(target.id)
  if (!row) return
  scrollBy({ top: row.getBoundingClientRect().top - target.top, behavior: 'instant' })
  place = target
  settled = scrollY
}

function switchView(event) {
  event.preventDefault()
  const { target: form, submitter } = event
  const target = here()
  list.dataset.view = submitter.value
  for (const one of $$('[name=view]', form)) one.setAttribute('aria-pressed', one === submitter)
  goTo(target)
  send(form, submitter, { keepalive: true }).catch(() => {})
}

const { lang, dataset } = document.documentElement
const made = lang + dataset.version
const isBack = performance.getEntriesByType('navigation')[0].type !== 'navigate'

/** In case the browser doesn't keep the page. */
function save() {
  const html = rows().map((row) => row.written).join('')
  history.scrollRestoration = 'manual'
  history.replaceState({ made, seen, html, next: list.dataset.next, place: here() }, '')
}

function restore() {
  const { state } = history
  if (state?.made === made && isBack) {
    const old = parse(state.html)
    const behind = old.slice(old.findLastIndex((row) => rowOf(idOf(row))) + 1)
    seen = state.seen
    show([...rows(), ...behind.map(adopt)], behind.length ? state.next : list.dataset.next)
  }
  goTo(state?.place)
}

/** What was scrolled past before it came is let go. */
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

if (list) {
  rows().forEach(know)
  restore()
  arm()
  if (changes() > seen) renew(rows().length).catch(() => {})
  if (matchMedia('(pointer: coarse)').matches) pullToRefresh()
  $('#view-form').addEventListener('submit', switchView)
  $('button', failed).addEventListener('click', load)
  more.addEventListener('click', (event) => {
    event.preventDefault()
    load()
  })
  list.addEventListener('load', ({ target, timeStamp }) => {
    if (!calm.matches && (timeStamp > 999 || !isBack)) target.animate({ opacity: [0, 1] }, 200)
  }, true)
  addEventListener('click', ({ target }) => {
    const link = target.closest('a')
    if (!link) return
    save()
    // The thumbnail grows into the product's picture.
    for (const image of $$('.thumb', list)) image.style.viewTransitionName = link.contains(image) ? 'picture' : ''
  })
  addEventListener('scroll', () => {
    if (Math.abs(scrollY - settled) > 1) place = here()
  }, { passive: true })
  addEventListener('resize', () => goTo(place))
  addEventListener('online', () => failed.hidden || load())
  addEventListener('pagehide', () => request?.abort('left'))
  addEventListener('pageshow', arm)
}
