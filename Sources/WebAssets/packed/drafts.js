import './store.js'
import { $, $$, button, make, say, text } from './shared.js'
import { arrange, cells, choose, show } from './pictures.js'
const{drafts}=self
const form=$('#listing-form')
const{elements}=form
const key = form.dataset.kind === 'new' ? 'new' : form.getAttribute('action').split('/').pop()
const never = /^(password|secret|csrf|key|ticket|kept|order|from|images|overwrite|remove)$/
const life=30*86_400_000
let timer
let isOver=false
let isTouched=false
let hasFailed=false
async function save(){
timer=clearTimeout(timer)
if(isOver)return
const fields=[...elements].filter(({name})=>name&&!never.test(name)).map(({name,value})=>[name,value])
const pictures=cells().map(({result,dataset})=>result??dataset.kept).filter(Boolean)
try{
await drafts.write(key,{at:Date.now(),fields,pictures})
if(isOver)await drafts.remove(key)
}catch{
if(!hasFailed)say(text('draftNotKept'))
hasFailed=true
}
}
export function changed(){
isTouched=true
clearTimeout(timer)
timer=setTimeout(save,400)
}
export function end(){
isOver=true
clearTimeout(timer)
return drafts.remove(key).catch(()=>{})
}
function put(name,value){
const field=elements[name]
if(!field||field.value===value)return
field.value=value
field.dispatchEvent(new Event('input',{bubbles:true}))
}
function restore({fields,pictures}){
for(const[name,value]of fields)put(name,value)
arrange(pictures)
}
function add({fields,pictures}){
for(const[name,value]of fields){
put(name,[elements[name].value,value].filter(Boolean).join(name==='name'?' ':'\n'))
}
if(pictures.length)choose(pictures)
}
async function stored(key){
const found=await drafts.read(key).catch(()=>{})
if(found&&Date.now()- found.at<life)return found
if(found)drafts.remove(key)
}
function ask(key,words,use,...content){
const note=make('div',{className:'notice draft',role:'status'},make('p',{},text(words[0])),...content)
const answer=(isWanted)=>()=>{
if(!note.isConnected)return
note.remove()
if(isWanted)use()
else drafts.remove(key)
$('.field input',form).focus({preventScroll:!isWanted})
}
note.append(make('p',{className:'actions'},
button('button primary',text(words[1]),answer(true)),button('button',text('discardDraft'),answer(false))))
form.before(note)
return answer(true)
}
export async function offer(){
addEventListener('visibilitychange',()=>document.hidden&&timer&&save())
const draft=await stored(key)
const shared=key==='new'&&(await stored('shared'))
let proceed
if(shared)ask('shared',['sharedFound','addShared'],()=>{
drafts.remove('shared')
if(!isTouched)proceed?.()
add(shared)
},...preview(shared))
if(draft)proceed=ask(key,['draftFound','continueDraft'],()=>restore(draft))
}
function preview({fields,pictures}){
const images=pictures.map((file)=>make('img',{alt:file.name}))
images.forEach((image,index)=>show(image,pictures[index]))
return[...fields.map(([,value])=>make('p',{className:'newer'},value)),...images.flatMap((one)=>[one,' '])]
}
