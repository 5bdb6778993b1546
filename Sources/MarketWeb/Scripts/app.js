import { $, $$, button, changes, entry, make, noteChange, opensElsewhere, pageBefore, remember, say, send, text, visit } from './shared.js'

const root = document.documentElement
const needs = {
  '#products, #refresh': 'list',
  '#search': 'search',
  '#gallery': 'gallery',
  '#more-menu, .reach, #password-form': 'product',
  '#listing-form': 'form',
  '#products, #favorite, #kept, #stored': 'kept',
}
const modules = Promise.all(Object.keys(needs).map((selector) => $(selector) && import(`./${needs[selector]}.js`)))
modules.then(() => root.classList.add('ready'), (error) => {
  console.warn(error)
  root.classList.add('broken')
  if (navigator.onLine) renew('failed')
})

let isTouched, timer
/** Shows at once that a tap was registered, and after 300 ms that the page is loading. */
function leave(control) {
  clearTimeout(timer)
  control.classList.add('pressed')
  timer = setTimeout(() => root.classList.add('navigating'), 300)
}
function arrive() {
  clearTimeout(timer)
  root.classList.remove('navigating')
  $('.pressed')?.classList.remove('pressed')
}
// Whoever stays in a form when the browser asks waits for nothing. Firefox keeps no page for the way back that listens for this.
if ($('#listing-form')) addEventListener('beforeunload', (event) => setTimeout(() => event.defaultPrevented && arrive()))
addEventListener('input', () => (isTouched = true))
addEventListener('click', (event) => {
  isTouched = true
  const link = event.target.closest?.('a[href]')
  if (!link || event.defaultPrevented || opensElsewhere(event)) return
  if (link.origin !== location.origin || link.hash) return
  leave(link)
  const page = 'back' in link.dataset && wayBack(link)
  if (page) {
    event.preventDefault()
    history.go(page.steps)
  } else {
    link.href = short(link.href)
  }
})
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  const { target: form, submitter } = event
  leave(submitter ?? form)
  if (form.method === 'post') noteChange()
  if (!/\/(language|theme)$/.test(form.action)) return
  // Reloading keeps the scroll position.
  event.preventDefault()
  send(form, submitter).then(() => location.reload(), () => {
    arrive()
    say(text('failed'))
  })
})

// As an entry of the history, the address of the content would be without what the entry of the page remembers.
$('.skip').onclick = (event) => {
  event.preventDefault()
  $('#main').focus()
}

// Escape closes an open menu.
addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' && $(':is(.menu, .filter)[open]')
  if (!menu) return
  menu.open = false
  $('summary', menu).focus()
})

// It covers what the focus moves on to.
addEventListener('focusin', ({ target }) => {
  const menu = $(':is(.menu, .filter)[open]')
  if (menu && !menu.contains(target)) menu.open = false
})

// The desk counts what is selected, and selects everything.
const picked = $('#picked')
function pick({ target } = {}) {
  const [all, ...boxes] = $$('.pick input')
  if (target === all) for (const box of boxes) box.checked = all.checked
  const count = boxes.filter(({ checked }) => checked).length
  all.checked = count === boxes.length
  picked.textContent = count ? picked.dataset.text.replace('{count}', count) : ''
}
if (picked) {
  addEventListener('change', pick)
  // A reload and the way back restore what was selected.
  addEventListener('pageshow', () => pick())
}

// A color of the settings is picked, or typed.
for (const picker of $$('.color [type=color]')) {
  const typed = picker.previousElementSibling
  picker.hidden = false
  picker.oninput = () => { typed.value = picker.value }
  typed.oninput = () => { if (/^#[\da-f]{6}$/i.test(typed.value)) picker.value = typed.value }
}

// Without scripts, the page says to print from the browser's menu.
for (const button of $$('#print')) {
  button.hidden = false
  button.onclick = () => print()
}

// Without the Navigation API, each history entry records itself and the addresses that led to it.
if (!window.navigation) {
  const left = entry('left', undefined, 'sessionStorage') ?? {}
  const trail = history.length > 1 && left.address === document.referrer ? left.trail : []
  if (!history.state?.trail) remember({ trail: [...trail, location.href] })
  addEventListener('pagehide', () => {
    const [address] = location.href.split('#')
    entry('left', { address, trail: history.state.trail }, 'sessionStorage')
  })
}

/** Returns the parent page of this one, or else the previous page. */
function wayBack({ pathname: path }) {
  const here = location.pathname + '/'
  return pageBefore(({ pathname }) => here.startsWith(path + '/') ? pathname === path : !(pathname + '/').startsWith(here))
}

/** Removes the way back from an address; the history entry keeps it. */
function short(address) {
  if (!/[?&](from|product)=/.test(address)) return address
  const url = new URL(address)
  for (const name of ['from', 'product']) url.searchParams.delete(name)
  return url.href
}

for (const link of $$('[data-back]')) {
  const href = wayBack(link).href ?? history.state?.back
  if (href) link.href = href
}
if (short(location.href) !== location.href) {
  remember({ back: $('[data-back]')?.href }, short(location.href))
}

// A page from the back/forward cache or the HTTP cache may be outdated.
const seen = changes()
const { type, transferSize, responseStatus } = visit
// What was done is said once, so that page is new, also if it came through the worker.
const isNew = $('.notice[role=status]')
if (type === 'back_forward' && !transferSize && !isNew && history.state?.seen < seen) location.reload()
remember({ seen })
addEventListener('pageshow', ({ persisted }) => {
  arrive()
  if (persisted && changes() > seen) location.reload()
})

// The speculation rules of the header fetch links as they are; here it is the address without the way back.
const speculates = HTMLScriptElement.supports?.('speculationrules')
let hover
const fetched = new Set()
function prefetch({ target }) {
  const { href: address = '', pathname } = target.closest?.('a') ?? {}
  const href = short(address)
  if (speculates && href === address) return
  if (fetched.has(href) || !/^\/products\/\d+$/.test(pathname) || navigator.connection?.saveData) return
  fetched.add(href)
  document.head.append(make('link', { rel: 'prefetch', href }))
}
addEventListener('pointerdown', prefetch)
addEventListener('pointerover', (event) => {
  clearTimeout(hover)
  if (event.pointerType === 'mouse') hover = setTimeout(prefetch, 80, event)
})

/** Says below the header why this page may not be as the market has it. */
function note(reason) {
  $('#offline').textContent = text(navigator.onLine ? reason : 'offline')
}

/** Loads the page again, or offers that if something was done here, or if it was just loaded again. */
function renew(reason) {
  if (type !== 'reload' && !isTouched) return location.reload()
  note(reason)
  $('#offline').append(' ', button('', text('reload'), () => location.reload()))
}

addEventListener('offline', () => note())
addEventListener('online', () => {
  root.matches('.broken') ? renew('failed') : note()
  // Load the images again that failed while offline.
  for (const image of $$('img[src]')) if (image.complete && !image.naturalWidth) image.src += ''
})
note()
const worker = navigator.serviceWorker
// Copies of pages end with the files, and with what the operator calls the market.
const copies = '?v=' + root.dataset.version + (root.dataset.own ?? '')
if (worker) {
  worker.addEventListener('message', ({ data }) => {
    if (data === 'newer') return renew(data)
    if (data !== 'unanswered') return note(data)
    // Pages that have sent nothing are told, too.
    if (!$('.pressed:not(a)')) return
    arrive()
    say(text(data))
  })
  // Once the page is shown, because to register is to look for another version.
  addEventListener('load', () => setTimeout(async () => {
    worker.register('/sw.js' + copies).catch(console.warn)
    const { active } = await worker.ready
    // An error isn't kept.
    responseStatus > 399 || active.postMessage([])
    keepStyle().catch(console.warn)
    // What was loaded before the worker was active, or without it.
    new PerformanceObserver((list) => active.postMessage(list.getEntries().map(({ name }) => name)))
      .observe({ type: 'resource', buffered: true })
  }))
}

/** Keeps the style that came inside the page where the worker finds it, so that the next pages come without it. */
async function keepStyle() {
  const style = $('style[data-address]')
  if (!style) return
  const copy = new Response(style.textContent, { headers: { 'Content-Type': 'text/css' } })
  await (await caches.open('market' + copies)).put(style.dataset.address, copy)
  document.cookie = `style=${root.dataset.version}; path=/; max-age=31536000; samesite=lax`
}
