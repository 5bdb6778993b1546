const CACHE='market' + location.search
const NEVER=/^\/(api|docs|language|theme|view|move|receive|mine|link)\b|^\/products\/(new|\d+\/.)/
const FILES=RegExp(`^${location.origin}/(assets|images)/`)
importScripts(`/assets/${location.search.slice(3)}/store.js`)
const copies=new Set()
const pathOf=(url)=>new URL(url).pathname
const kindOf=(url)=>FILES.exec(url)?.[1]
async function keep(url, answer){
if(NEVER.test(pathOf(url)) || ![200, 404, 410].includes(answer.status)) return
const cache=await caches.open(CACHE)
await cache.delete(url)
if(answer.ok) await cache.put(url, answer)
const alike=(await cache.keys()).filter((key)=>kindOf(key.url) === kindOf(url) && !key.url.endsWith('/offline'))
for(const key of alike.slice(0, -(kindOf(url) ? 300 : 60))) await cache.delete(key)
}
const load=async (url) =>
NEVER.test(pathOf(url)) || (await caches.match(url, { cacheName: CACHE })) || keep(url, await fetch(url))
async function answer(event){
const { url, mode } = event.request
const copy=await caches.match(url)
if(copy && kindOf(url)) return copy
const asked=Promise.resolve(event.preloadResponse).then((early)=>early ?? fetch(event.request)).then((fresh)=>{
event.waitUntil(keep(url, fresh.clone()))
return fresh
})
const late=new Promise((resolve)=>copy && setTimeout(resolve, 3000))
const fresh=await Promise.race([asked, late]).catch(()=>{})
if(fresh) return fresh
const found=copy ?? (mode === 'navigate' && (await caches.match('/offline')))
if(!found) return Response.error()
copies.add(event.resultingClientId)
return found
}
addEventListener('install', (event)=>{
for(const pathname of ['/assets/*', '/images/*']){
event.addRoutes?.({ condition: { urlPattern: { pathname } }, source: 'cache' })
}
event.waitUntil(load(location.origin + '/offline').then(skipWaiting))
})
addEventListener('activate', (event)=>event.waitUntil(
caches.keys().then((names)=>Promise.all(names.map((name)=>name === CACHE || caches.delete(name))))
.then(()=>clients.claim())
.then(()=>registration.navigationPreload?.enable()),
))
async function share(request){
const data=await request.formData()
const { fields = [], pictures = [] } = (await drafts.read('new').catch(()=>{})) ?? {}
for(const name of ['name', 'descriptions']){
const value=data.get(name)
if(value && !fields.some(([one, old])=>one === name && old)) fields.push([name, value])
}
await drafts.write('new', { at: Date.now(), fields, pictures: [...pictures, ...data.getAll('images')].slice(0, 5) })
return Response.redirect('/products/new?shared', 303)
}
addEventListener('fetch', (event)=>{
const { method, url, mode } = event.request
if(method === 'POST' && pathOf(url) === '/share-target') event.respondWith(share(event.request))
if(method !== 'GET' || !url.startsWith(location.origin)) return
if(mode === 'navigate' || kindOf(url) || url.includes('fragment=')){
event.respondWith(answer(event))
}
})
addEventListener('message', (event)=>{
if(copies.delete(event.source.id)) event.source.postMessage(true)
event.waitUntil(Promise.allSettled((event.data.length ? event.data.filter(kindOf) : [event.source.url]).map(load)))
})
