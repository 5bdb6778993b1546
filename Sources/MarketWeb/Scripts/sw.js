// Makes visited pages available offline. The address of this file contains the version of the assets, and a mark of what the
// operator calls the market.
const CACHE = 'market' + location.search
const FILES = RegExp(`^${location.origin}/(assets|images)/`)
importScripts(`/assets/${location.search.slice(3).split('&')[0]}/store.js`)
/** The pages that went through here, and whether each is a copy. */
const pages = new Map()
const kindOf = (url) => FILES.exec(url)?.[1]
const copyOf = (url) => caches.match(url, { cacheName: CACHE })

/** Keeps an answer if its headers allow it, whatever its address, and forgets an earlier one if they don't. */
async function keep(url, answer) {
  const { ok, status, redirected, headers } = answer
  if (![200, 404, 410].includes(status)) return
  const cache = await caches.open(CACHE)
  await cache.delete(url)
  if (!ok || /no-store/i.test(headers.get('cache-control') ?? 'no-store')) return
  // A redirect leads to another page, and what isn't a page is no use offline.
  if (!kindOf(url) && (redirected || !/^text\/html/.test(headers.get('content-type')))) return
  await cache.put(url, answer)
  const alike = (await cache.keys()).filter((key) => kindOf(key.url) === kindOf(url) && !key.url.endsWith('/offline'))
  for (const key of alike.slice(0, -(kindOf(url) ? 300 : 60))) await cache.delete(key)
}

/** Returns the market's answer. That of a proxy which can't reach the market counts as none. */
async function ask(request, early) {
  const fresh = (await early) ?? (await fetch(request))
  if (fresh.status > 501 && !fresh.headers.has('content-security-policy')) throw fresh
  return fresh
}

const load = async (url) => (await copyOf(url)) || keep(url, await fetch(url))

async function answer(event) {
  const { url, mode } = event.request
  const copy = await copyOf(url)
  if (copy && kindOf(url)) return copy
  const asked = ask(event.request, event.preloadResponse).then((fresh) => {
    event.waitUntil(keep(url, fresh.clone()))
    return fresh
  })
  const late = new Promise((resolve) => copy && setTimeout(resolve, 3000))
  const fresh = await Promise.race([asked, late]).catch(() => {})
  pages.set(event.resultingClientId, !fresh)
  return fresh ?? copy ?? ((mode === 'navigate' && (await copyOf('/offline'))) || Response.error())
}

/** Sends a form. If no answer comes, the page stays as it is, with all that was typed, and is told so: by `false`, where `true`
    says that it is a copy. */
async function send(request) {
  try {
    return await ask(request)
  } catch {
    for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage(false)
    return new Response(null, { status: 204 })
  }
}

addEventListener('install', (event) => {
  // Where browsers can, they take files from the cache without this script, and else from the network.
  for (const pathname of ['/assets/*', '/images/*']) {
    event.addRoutes?.({ condition: { urlPattern: { pathname } }, source: 'cache' })
  }
  event.waitUntil(load(location.origin + '/offline').then(skipWaiting))
})

addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.map((name) => name === CACHE || caches.delete(name))))
    .then(() => clients.claim())
    // The page is requested while this script is being started.
    .then(() => registration.navigationPreload?.enable()),
))

/** Has the form ask about what another app shares, or any site posts. It waits beside the draft, the latest only. */
async function share(request) {
  const data = await request.formData()
  const fields = ['name', 'descriptions'].map((name) => [name, `${data.get(name) ?? ''}`.trim().slice(0, 1e4)])
    .filter(([, value]) => value)
  // The form says what is wrong with a file; this only bounds what is stored.
  const pictures = data.getAll('images').filter(({ size }) => size && size < 5e7).slice(0, 5)
  if (fields.length + pictures.length) await drafts.write('shared', { at: Date.now(), fields, pictures })
  return Response.redirect('/products/new', 303)
}

addEventListener('fetch', (event) => {
  const { method, url, mode, destination } = event.request
  // Not for a frame, in which nobody would see it.
  if (method === 'POST' && destination === 'document') {
    event.respondWith(url.endsWith('/share-target') ? share(event.request) : send(event.request))
  }
  if (method !== 'GET' || !url.startsWith(location.origin + '/')) return
  if (mode === 'navigate' || kindOf(url) || url.includes('fragment=')) {
    event.respondWith(answer(event))
  }
})

// A page asks whether it is a copy. An empty message passes on the page itself, any other the files that it loaded.
addEventListener('message', (event) => {
  const { id, url } = event.source
  const files = event.data.filter(kindOf)
  if (!event.data.length) {
    if (!pages.has(id)) files.push(url)
    if (pages.get(id)) event.source.postMessage(true)
    pages.delete(id)
  }
  event.waitUntil(Promise.allSettled(files.map(load)))
})
