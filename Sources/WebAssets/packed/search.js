import { $, $$, button, entry, make, text, waiting } from './shared.js'
import { ask, begin, fail, save } from './list.js'
const form=$('#search')
const box=$('#q')
const results=$('#results')
function address(fields=new FormData(form)){
const query=new URLSearchParams()
for(const{name}of form.elements){
const value=fields.get(name)?.trim()
if(value&&value!=='newest')query.set(name,value)
}
return String(query) && '/?' + String(query).replaceAll('+', '%20') || '/'
}
const path=()=>location.pathname + location.search
const first=new URLSearchParams(location.search)
if($('.crumbs'))first.set('category',location.pathname.slice(3))
let shown=address(first)
let search=path()
let isTyped
let isComposing,timer
async function look(){
clearTimeout(timer)
const wanted=address()
if(wanted===shown)return
const[html,{url},signal]=await ask(wanted)
const page = new DOMParser().parseFromString(html, 'text/html')
if(isComposing&&!$('#products',page))await new Promise((resolve)=>setTimeout(resolve,700))
if(signal.aborted||wanted!==address())return
shown=wanted
if(isTyped){
history.replaceState(history.state,'',url)
}else{
save()
history.pushState({trail:history.state.trail?.concat(url)},'',url)
}
isTyped=true
search=path()
$('#filter').replaceWith($('#filter',page))
box.defaultValue=box.value
document.title=page.title
results.replaceChildren(...$('#results',page).childNodes)
begin()
$('#status').replaceChildren(make('span',{className:'unseen'},$('.corrected, .count, h2',results).textContent))
}
const lookAgain=()=>waiting($('.query .icon'),look()).catch((error)=>error==='left'||fail(lookAgain))
box.addEventListener('compositionstart',()=>(isComposing=true))
box.addEventListener('compositionend',()=>(isComposing=false))
box.addEventListener('input',()=>{
offer()
clearTimeout(timer)
timer=setTimeout(lookAgain,250)
})
form.addEventListener('submit',(event)=>{
event.preventDefault()
note()
const control=document.activeElement
box.blur()
waiting(control,look()).then(()=>(isTyped=false),(error)=>error==='left'||location.assign(address()))
})
addEventListener('change',({target})=>{
if(target.name==='sort'||target.name==='in_stock')form.requestSubmit()
})
addEventListener('keydown',(event)=>{
if (event.key !== '/' || event.ctrlKey || event.target.matches('input')) return
event.preventDefault()
box.focus()
})
results.addEventListener('click',({target})=>{
if(!isTyped||!target.closest('a'))return
note()
isTyped=false
})
addEventListener('popstate',()=>path()===search||location.reload())
const recent=()=>JSON.parse(entry('searches')??'[]')
const keep=(words)=>entry('searches',JSON.stringify(words))
const panel=make('section',{id:'recent',hidden:true,ariaLabel:text('recentSearches')})
$('.query').append(panel)
function note(){
const words=box.value.trim()
if(words)keep([words,...recent().filter((one)=>one!==words)].slice(0,8))
}
function offer(){
const words=recent()
panel.hidden=box.value||!words.length
if(panel.hidden)return
const lines=words.map((one)=>make('li',{},
make('a', { href: '/?q=' + encodeURIComponent(one) }, one),
make('button',{type:'button',ariaLabel:text('removeSearch',{words:one}),onclick:()=>change(one)},'×')))
panel.replaceChildren(make('b',{},text('recentSearches')),make('ul',{role:'list'},...lines),
button('',text('clearSearches'),()=>change()))
}
function change(gone){
keep(recent().filter((one)=>gone&&one!==gone))
box.focus()
offer()
}
box.addEventListener('focus',offer)
form.addEventListener('focusout',()=>setTimeout(()=>{
if(!$('.query').contains(document.activeElement))panel.hidden=true
}))
panel.addEventListener('pointerdown',(event)=>event.preventDefault())
panel.addEventListener('click',(event)=>{
const link=event.target.closest('a')
if(!link||event.ctrlKey||event.metaKey)return
event.preventDefault()
box.value=link.textContent
form.requestSubmit()
})
form.addEventListener('keydown',(event)=>{
if(event.key==='Escape'){
box.focus()
panel.hidden=true
}
const stops=[box,...$$('a',panel)]
const next=stops[stops.indexOf(document.activeElement)+{ArrowDown:1,ArrowUp:-1}[event.key]]
if(panel.hidden||!next)return
event.preventDefault()
next.focus()
})
if(box.value!==box.defaultValue)lookAgain()
