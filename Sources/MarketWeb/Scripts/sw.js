// What was seen can be seen offline. The address of this file carries the version of the assets.
const CACHE = 'market' + location.search
const NEVER = /^\/(api|docs|language|view)\b|^\/products\/(new|\d+\/.)/
const FILES = /^\/(assets|images)\//
const copies = new Set()
const pathOf = (url) => new URL(url).pathname

async function keep(url, answer) {
  const path = pathOf(url)
  if (!url.startsWith(location.origin) || NEVER.test(path) || ![200, 404, 410].includes(answer.status)) return
  const cache = await caches.open(CACHE)
  await cache.delete(url)
  if (answer.ok) await cache.put(url, answer)
  const keys = (await cache.keys()).map((key) => key.url)
  const images = keys.filter((key) => pathOf(key).startsWith('/images/'))
  const pages = keys.filter((key) => !FILES.test(pathOf(key)) && pathOf(key) !== '/offline')
  for (const key of [...images.slice(0, -300), ...pages.slice(0, -60)]) await cache.delete(key)
}

const load = async (url) => keep(url, await fetch(url))

async function prepare() {
  const url = location.origin + '/offline'
  await load(url)
  const page = await (await caches.match(url)).text()
  await Promise.all(page.match(/\/assets\/[^"]+/g).map((path) => load(location.origin + path)))
}

async function answer({ request, resultingClientId }, wait) {
  const { url } = request
  const copy = await caches.match(url)
  if (copy && FILES.test(pathOf(url))) return copy
  const asked = fetch(request).then((fresh) => {
    wait(keep(url, fresh.clone()))
    return fresh
  })
  const late = new Promise((resolve) => copy && setTimeout(resolve, 3000))
  const fresh = await Promise.race([asked, late]).catch(() => {})
  if (fresh) return fresh
  const found = copy ?? (request.mode === 'navigate' && (await caches.match('/offline')))
  if (!found) return Response.error()
  copies.add(resultingClientId)
  const headers = new Headers(found.headers)
  headers.set('X-From-Cache', 1)
  return new Response(found.body, { headers })
}

addEventListener('install', (event) => event.waitUntil(prepare().then(skipWaiting)))

addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.map((name) => name === CACHE || caches.delete(name))))
    .then(() => clients.claim()),
))

addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  if (method !== 'GET' || !url.startsWith(location.origin)) return
  if (mode === 'navigate' || FILES.test(pathOf(url)) || url.includes('fragment=')) {
    event.respondWith(answer(event, (promise) => event.waitUntil(promise)))
  }
})

addEventListener('message', (event) => {
  if (copies.delete(event.source.id)) event.source.postMessage(true)
  event.waitUntil(Promise.allSettled(event.data.map(load)))
})
