export const $=(selector,root=document)=>root.querySelector(selector)
export const $$=(selector,root=document)=>[...root.querySelectorAll(selector)]
export const make=(tag,properties,...children)=>{
const node=Object.assign(document.createElement(tag),properties)
node.append(...children)
return node
}
export const button=(className,words,onclick)=>make('button',{type:'button',className,onclick},words)
const{texts}=JSON.parse($('#page-data').textContent)
export const text = (key, values = {}) => texts[key]?.replace(/{(\w+)}/g, (_, name) => values[name]) ?? ''
export const calm=matchMedia('(prefers-reduced-motion: reduce)')
export const say=(sentence)=>$('#status').replaceChildren(make('span',{},sentence))
export function waiting(element,promise){
element.classList.add('pressed')
const timer=setTimeout(()=>element.setAttribute('aria-busy',true),300)
return promise.finally(()=>{
clearTimeout(timer)
element.removeAttribute('aria-busy')
element.classList.remove('pressed')
})
}
export function entry(key,value,store='localStorage'){
try{
if(value===undefined)return window[store][key]
return(window[store][key]=value)
}catch{}
}
export const remember=(facts)=>history.replaceState({...history.state,...facts},'')
function trail(){
const{navigation}=window
if(!navigation)return history.state?.trail.slice(0,-1)??[]
return navigation.entries().slice(0,navigation.currentEntry.index).map(({url})=>url)
}
export function pageBefore(fits){
const pages=trail().map((url)=>url&&new URL(url))
const index=pages.findLastIndex((url)=>url&&fits(url))
return index>=0&&{href:pages[index].href,steps:index - pages.length}
}
export function finish(address){
const{pathname}=new URL(address,location)
const page=pageBefore((url)=>url.pathname===pathname)
if(page)return history.go(page.steps)
remember({trail:trail()})
location.replace(address)
}
export const changes=()=>+entry('changes')||0
export const noteChange=()=>entry('changes',changes()+ 1)
export function showOffline(isOffline){
$('#offline')?.remove()
if(isOffline)$('header').append(make('p',{id:'offline',role:'status'},text('offline')))
}
export function showable(field){
const toggle=button('',text('showPassword'),()=>{
const isShown=field.type==='password'
field.type=isShown?'text':'password'
toggle.ariaPressed=isShown
})
toggle.ariaPressed=false
field.after(toggle)
}
export const send=(form,submitter,options)=>fetch(form.action,{
method:'POST',
body:new URLSearchParams(new FormData(form,submitter)),
redirect:'manual',
...options,
})
