import './store.js'
import { $, $$, button, make, say, text } from './shared.js'
import { arrange, cells } from './pictures.js'
const { drafts } = self
const form=$('#listing-form')
const { elements } = form
const key=form.dataset.kind === 'new' ? 'new' : form.getAttribute('action').split('/').pop()
const never=/^(password|secret|csrf|key|ticket|kept|order|from|images|overwrite|remove)$/
const life=30 * 86_400_000
let timer
let isOver=false
let hasFailed=false
async function save(){
timer = clearTimeout(timer)
if(isOver) return
const fields=[...elements].filter(({ name })=>name && !never.test(name)).map(({ name, value })=>[name, value])
const pictures=cells().map(({ result, dataset })=>result ?? dataset.kept).filter(Boolean)
try{
await drafts.write(key, { at: Date.now(), fields, pictures })
if(isOver) await drafts.remove(key)
} catch{
if(!hasFailed) say(text('draftNotKept'))
hasFailed = true
}
}
export function changed(){
clearTimeout(timer)
timer = setTimeout(save, 400)
}
export function end(){
isOver = true
clearTimeout(timer)
return drafts.remove(key).catch(()=>{})
}
function restore({ fields, pictures }){
for(const [name, value] of fields){
const field=elements[name]
if(!field || field.value === value) continue
field.value = value
field.dispatchEvent(new Event('input', { bubbles: true }))
}
arrange(pictures)
}
export async function offer(isShared){
addEventListener('visibilitychange', ()=>document.hidden && timer && save())
const draft=await drafts.read(key).catch(()=>{})
if(!draft) return
if(Date.now() - draft.at > life) return end().then(()=>(isOver = false))
if(isShared) return restore(draft)
const question=make('p', {}, text('draftFound'))
const note=make('div', { className: 'notice draft', role: 'status' }, question)
const choose=(isWanted)=>()=>{
note.remove()
if(isWanted) restore(draft)
else drafts.remove(key)
$('.field input', form).focus({ preventScroll: !isWanted })
}
note.append(make('p', { className: 'actions' },
button('button primary', text('continueDraft'), choose(true)), button('button', text('discardDraft'), choose(false))))
form.before(note)
}
