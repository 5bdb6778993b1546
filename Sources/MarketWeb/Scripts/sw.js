// Makes visited pages available offline. The address of this file contains the version of the assets, and a mark of what the
// operator calls the market.
const CACHE = 'market' + location.search
const FILES = RegExp(`^${location.origin}/(assets|images)/`)
const VERSION = location.search.slice(3).split('&')[0]
/** What pages that are kept need, whichever was visited first. */
const SCRIPTS = ['kept', 'list', 'search', 'store', 'product', 'gallery']
importScripts(`/assets/${VERSION}/store.js`)
/** The pages that went through here. Of a copy, what becomes of the request that it stands in for: a newer page, the same, or
    none. */
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
  const asked = ask(event.request, event.preloadResponse)
  // It is kept even if it comes after the copy was shown.
  const news = asked.then(async (fresh) => {
    const tag = fresh.headers.get('etag')
    await keep(url, fresh.clone())
    return tag && tag === copy?.headers.get('etag') ? 'same' : 'newer'
  }, () => 'unreachable')
  event.waitUntil(news)
  const late = new Promise((resolve) => copy && setTimeout(resolve, 3000))
  const fresh = await Promise.race([asked, late]).catch(() => {})
  pages.set(event.resultingClientId, !fresh && news)
  return fresh ?? copy ?? ((mode === 'navigate' && (await copyOf('/offline'))) || Response.error())
}

/** Sends a form. If no answer comes, the page stays as it is, with all that was typed, and is told so. */
async function send(request) {
  try {
    return await ask(request)
  } catch {
    for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage('unanswered')
    return new Response(null, { status: 204 })
  }
}

addEventListener('install', (event) => {
  // Where browsers can, they take files from the cache without this script, and else from the network.
  for (const pathname of ['/assets/*', '/images/*']) {
    event.addRoutes?.({ condition: { urlPattern: { pathname } }, source: 'cache' })
  }
  const paths = ['/offline', ...SCRIPTS.map((name) => `/assets/${VERSION}/${name}.js`)]
  event.waitUntil(Promise.all(paths.map((path) => load(location.origin + path))).then(skipWaiting))
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
  let told = []
  if (!event.data.length) {
    if (!pages.has(id)) files.push(url)
    const news = pages.get(id)
    // What isn't there yet is late.
    if (news) told = [Promise.race([news, 'older']), news].map(async (one) => event.source.postMessage(await one))
    pages.delete(id)
  }
  event.waitUntil(Promise.allSettled([...files.map(load), ...told]))
})
