import { $, changes, make, noteChange, send, showOffline } from './shared.js'

const root = document.documentElement
const needs = {
  '#products, #search': 'list',
  '#gallery': 'gallery',
  '#more-menu, .reach': 'product',
  '#listing-form': 'form',
}
const modules = Object.keys(needs).map((selector) => $(selector) && import(`./${needs[selector]}.js`))
Promise.all(modules).then(() => root.classList.add('ready'), console.warn)

let timer
const leave = () => (timer = setTimeout(() => root.classList.add('navigating'), 300))
const arrive = () => {
  clearTimeout(timer)
  root.classList.remove('navigating')
}
addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]')
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (link.origin === location.origin && !link.hash) leave()
})
addEventListener('submit', (event) => event.defaultPrevented || leave())

// A page that the browser kept may have missed something.
const seen = changes()
addEventListener('pageshow', ({ persisted }) => {
  arrive()
  if (persisted && changes() > seen) location.reload()
})

// Loading again keeps the place.
addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!form.action.endsWith('/language')) return
  event.preventDefault()
  noteChange()
  send(form, submitter).then(() => location.reload(), arrive)
})

let hover
const fetched = new Set()
function prefetch({ target }) {
  const { href, pathname } = target.closest?.('a') ?? {}
  if (fetched.has(href) || !/^\/products\/\d+$/.test(pathname) || navigator.connection?.saveData) return
  fetched.add(href)
  document.head.append(make('link', { rel: 'prefetch', href }))
}
addEventListener('pointerdown', prefetch)
addEventListener('pointerover', (event) => {
  clearTimeout(hover)
  if (event.pointerType === 'mouse') hover = setTimeout(prefetch, 80, event)
})

addEventListener('offline', () => showOffline(true))
addEventListener('online', () => showOffline(false))
showOffline(!navigator.onLine)
const worker = navigator.serviceWorker
if (worker) {
  worker.addEventListener('message', () => showOffline(true))
  worker.register('/sw.js?v=' + root.dataset.version).catch(console.warn)
  // What came before the worker is handed over.
  const isFirst = !worker.controller
  const loaded = () => [location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)]
  worker.ready.then(({ active }) => active.postMessage(isFirst ? loaded() : []))
}
