import { $, $$, changes, entry, make, noteChange, pageBefore, remember, send, showOffline } from './shared.js'
const root=document.documentElement
const needs={
'#products, #refresh':'list',
'#search':'search',
'#gallery':'gallery',
'#more-menu, .reach, #password-form':'product',
'#listing-form':'form',
'#products, #favorite, #kept, #stored':'kept',
}
const modules = Promise.all(Object.keys(needs).map((selector) => $(selector) && import(`./${needs[selector]}.js`)))
modules.then(()=>root.classList.add('ready'),console.warn)
let timer
function leave(control){
control.classList.add('pressed')
timer=setTimeout(()=>root.classList.add('navigating'),300)
}
function arrive(){
clearTimeout(timer)
root.classList.remove('navigating')
$('.pressed')?.classList.remove('pressed')
}
addEventListener('click',(event)=>{
const link=event.target.closest?.('a[href]')
if(!link||event.defaultPrevented||event.ctrlKey||event.metaKey||event.shiftKey)return
if(link.origin!==location.origin||link.hash)return
leave(link)
const page='back' in link.dataset&&wayBack(link)
if(page){
event.preventDefault()
history.go(page.steps)
}else{
link.href=short(link.href)
}
})
addEventListener('submit',(event)=>{
if(event.defaultPrevented)return
leave(event.submitter??event.target)
if (/\/mine/.test(event.target.action)) noteChange()
})
if(!window.navigation){
const left=JSON.parse(entry('left',undefined,'sessionStorage')??'{}')
const trail=history.length>1&&left.address===document.referrer?left.trail:[]
if(!history.state?.trail)remember({trail:[...trail,location.href]})
addEventListener('pagehide',()=>{
const[address]=location.href.split('#')
entry('left',JSON.stringify({address,trail:history.state.trail}),'sessionStorage')
})
}
function wayBack({pathname:path}){
const here = location.pathname + '/'
return pageBefore(({ pathname }) => here.startsWith(path + '/') ? pathname === path : !(pathname + '/').startsWith(here))
}
function short(address){
if (!/[?&](from|product)=/.test(address)) return address
const url=new URL(address)
for(const name of['from','product'])url.searchParams.delete(name)
return url.href
}
for(const link of $$('[data-back]')){
const href=wayBack(link).href??history.state?.back
if(href)link.href=href
}
if(short(location.href)!==location.href){
history.replaceState({...history.state,back:$('[data-back]')?.href},'',short(location.href))
}
const seen=changes()
const[{type,transferSize,responseStatus}]=performance.getEntriesByType('navigation')
if(type==='back_forward'&&!transferSize&&history.state?.seen<seen)location.reload()
remember({seen})
addEventListener('pageshow',({persisted})=>{
arrive()
if(persisted&&changes()>seen)location.reload()
})
addEventListener('submit',(event)=>{
const{target:form,submitter}=event
if (!/\/(language|theme)$/.test(form.action)) return
event.preventDefault()
noteChange()
send(form,submitter).then(()=>location.reload(),arrive)
})
const speculates=HTMLScriptElement.supports?.('speculationrules')
let hover
const fetched=new Set()
function prefetch({target}){
const{href:address='',pathname}=target.closest?.('a')??{}
const href=short(address)
if(speculates&&href===address)return
if (fetched.has(href) || !/^\/products\/\d+$/.test(pathname) || navigator.connection?.saveData) return
fetched.add(href)
document.head.append(make('link',{rel:'prefetch',href}))
}
addEventListener('pointerdown',prefetch)
addEventListener('pointerover',(event)=>{
clearTimeout(hover)
if(event.pointerType==='mouse')hover=setTimeout(prefetch,80,event)
})
addEventListener('offline',()=>showOffline(true))
addEventListener('online',()=>{
showOffline(false)
for(const image of $$('img'))if(image.complete&&!image.naturalWidth)image.src +=''
})
showOffline(!navigator.onLine)
const worker=navigator.serviceWorker
if(worker){
worker.addEventListener('message',()=>showOffline(true))
addEventListener('load',()=>setTimeout(async()=>{
worker.register('/sw.js?v=' + root.dataset.version).catch(console.warn)
const{active}=await worker.ready
responseStatus>399||active.postMessage([])
keepStyle().catch(console.warn)
new PerformanceObserver((list)=>active.postMessage(list.getEntries().map(({name})=>name)))
.observe({type:'resource',buffered:true})
}))
}
async function keepStyle(){
const style=$('style')
if(!style)return
const copy = new Response(style.textContent, { headers: { 'Content-Type': 'text/css' } })
await(await caches.open('market?v=' + root.dataset.version)).put(style.dataset.address,copy)
document.cookie = `style=${root.dataset.version}; path=/; max-age=31536000; samesite=lax`
}
