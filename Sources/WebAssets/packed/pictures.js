import { $, $$, make, say, text, waiting } from './shared.js'
const strip=$('#strip')
const input=$('#images')
const{most,bytes,pixels}=strip.dataset
const enough=300*1024
let queue=Promise.resolve()
let spare=[]
let problems=[]
let changed
export const cells=()=>$$('.cell',strip)
const place=(cell)=>cells().indexOf(cell)
const picture = /^(ÿØÿ|‰PNG\r\n\x1a\n|GIF8[79]a|RIFF.{4}WEBP)/s
const heic = /^.{4}ftyp(he[iv][cmsx]|m(if|sf)[12].{4}(.{4})*?he[iv][cmsx])/s
export const show=(image,file)=>new Promise((resolve)=>{
image.src=URL.createObjectURL(file)
image.onload=image.onerror=({type})=>{
URL.revokeObjectURL(image.src)
resolve(type==='load')
}
})
async function inspect(file,image){
if(file.size>bytes)throw 'pictureTooHeavy'
const head=new TextDecoder('latin1').decode(await file.slice(0,256).arrayBuffer().catch(()=>{}))
const isHEIC=heic.test(head)
if(!isHEIC&&!picture.test(head))throw 'notAPicture'
if(await show(image,file)){
if(image.naturalWidth*image.naturalHeight>pixels)throw 'pictureTooLarge'
return(queue=queue.catch(String).then(()=>image.isConnected&&shrink(file)))
}
if(!isHEIC)throw 'pictureDamaged'
image.parentNode.dataset.name=file.name
return file
}
async function shrink(file){
const bitmap=await createImageBitmap(file,{imageOrientation:'from-image'}).catch(()=>{
throw 'pictureDamaged'
})
const{width,height}=bitmap
let blob=file
for(const[edge,quality]of[[1920,0.85],[1600,0.8],[1280,0.8],[1280,0.6],[1280,0.4]]){
if(blob.size<=enough)break
const scale = Math.min(1, edge / Math.max(width, height))
const canvas=make('canvas',{width:width*scale,height:height*scale})
const context=canvas.getContext('2d')
context.fillStyle='#fff'
context.fillRect(0,0,edge,edge)
context.imageSmoothingQuality='high'
context.drawImage(bitmap,0,0,canvas.width,canvas.height)
blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
bitmap.close()
return blob.size<file.size?new File([blob],'picture.jpg',blob):file
}
async function settled(){
for(let cell;(cell=cells().find(({ready})=>ready));)await cell.ready
}
export async function fill(data){
const{length}=problems
await settled()
const order=[]
let kept=0
data.delete('images')
for(const{result}of cells()){
order.push(result ? `n${order.length - kept}` : `k${kept++}`)
if(result)data.append('images',result)
}
data.set('order',order)
return problems.length===length
}
export async function choose(files){
const{length}=cells()
problems=[]
spare.push(...files)
take()
renew()
await settled()
renew(spare.length?'tooManyPictures':cells().length>length&&'pictureAdded')
spare=[]
}
export async function arrange(pictures){
const known=new Map(cells().map((cell)=>[cell.dataset.kept,cell]))
for(const cell of cells())cell.remove()
for(const picture of pictures){
if(known.has(picture))strip.append(known.get(picture))
else if(picture.size)spare.push(picture)
take()
}
await settled()
renew('pictureAdded')
}
function take(){
for(const file of spare.splice(0,most - cells().length)){
const cell=$('#new-cell').content.firstElementChild.cloneNode(true)
const image=$('img',cell)
image.alt=file.name
strip.append(cell)
const finish=(result)=>Object.assign(cell,{result,ready:null})
cell.ready=waiting(cell,inspect(file,image)).then(finish,(problem)=>{
if(problem.message)return finish(file)
if(!cell.isConnected)return
cell.remove()
take()
report(text(problem,file))
})
}
}
function report(problem){
problems.push(problem)
renew()
$('#images-error').scrollIntoView({block:'nearest'})
$('.field :focus')??input.focus({preventScroll:true})
}
export function mark(index,sentence){
const cell=cells()[index]
cell?.classList.add('wrong')
if (cell) report(`${$('img', cell).alt}: ${sentence}`)
return cell
}
function renew(key,n=cells().length){
cells().forEach((cell,index)=>{
for(const one of $$('button',cell))one.ariaLabel=text(one.className + 'Picture',{n:index + 1})
})
input.disabled=cells().length>=most
if(key)say(text(key,{n,total:cells().length}))
changed(key,problems.join('\n'))
}
function put(cell,to){
const from=place(cell)
if(to>from)cell.before(...cells().slice(from + 1,to + 1))
else cell.after(...cells().slice(to,from))
}
function move(cell,step){
put(cell,place(cell)+ step)
renew('pictureMoved',place(cell)+ 1)
cell.scrollIntoView({block:'nearest',inline:'nearest'})
}
let timer,lifted,began,now,from,extent
const middle = ({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth / 2
function follow(){
const{left,right,top}=strip.getBoundingClientRect()
const{clientX}=now
const way=clientX - began.clientX
if (way > 8) strip.scrollLeft += Math.max(0, clientX - right + 40) / 8
if (way < -8) strip.scrollLeft += Math.min(0, clientX - left - 40) / 8
const x=clientX - left + strip.scrollLeft
const distances=cells().map((cell)=>
Math.hypot(middle(cell) - x, cell.offsetTop + cell.offsetHeight / 2 + top - now.clientY))
put(lifted,distances.indexOf(Math.min(...distances)))
lifted.style.translate = `${Math.min(x, extent - lifted.offsetWidth / 1.5) - middle(lifted)}px`
}
function drag(){
if(!lifted)return
follow()
requestAnimationFrame(drag)
}
function drop(){
clearTimeout(timer)
if(!lifted)return
follow()
lifted.classList.remove('lifted')
lifted.style.translate=''
if(place(lifted)!==from)renew('pictureMoved',place(lifted)+ 1)
lifted=null
}
export function begin(onchange){
changed=onchange
renew()
input.addEventListener('change',()=>{
choose(input.files)
input.value=''
})
addEventListener('paste',(event)=>{
const{clipboardData:data}=event
if(!data.files.length||(data.getData('text')&&event.target.matches('input, textarea')))return
event.preventDefault()
choose(data.files)
})
for(const type of['dragover','dragleave','drop'])addEventListener(type,(event)=>{
const{dataTransfer:data}=event
if(!data.types.includes('Files'))return
event.preventDefault()
document.body.classList.toggle('dropping',type==='dragover'||!!event.relatedTarget)
if(type==='drop')choose(data.files)
})
strip.addEventListener('click',(event)=>{
const cell=event.target.closest('.cell')
if(event.target.matches('.move'))move(cell,place(cell)?-1:1)
if(!event.target.closest('.remove'))return
event.preventDefault()
const index=place(cell)
cell.remove()
problems=[]
renew('pictureRemoved',index + 1)
;($$('.remove',strip)[index]??$$('.remove',strip).at(-1)??input).focus()
})
strip.addEventListener('keydown',(event)=>{
const step={ArrowLeft:-1,ArrowRight:1}[event.key]
const cell=event.target.closest('.cell')
if(!step||!cell||!cells()[place(cell)+ step])return
event.preventDefault()
move(cell,step)
})
strip.addEventListener('pointerdown',(event)=>{
const{target}=event
if(!target.matches('.cell img')||!event.isPrimary||event.button)return
began=now=event
timer=setTimeout(()=>{
lifted=target.closest('.cell')
lifted.classList.add('lifted')
from=place(lifted)
extent=strip.scrollWidth
strip.setPointerCapture(began.pointerId)
drag()
},event.pointerType==='mouse'?0:250)
})
strip.addEventListener('pointermove',(event)=>{
if(event.pointerId!==began?.pointerId)return
now=event
if(Math.hypot(now.clientX - began.clientX,now.clientY - began.clientY)>8)clearTimeout(timer)
})
for(const end of['pointerup','pointercancel'])strip.addEventListener(end,drop)
strip.addEventListener('touchmove',(event)=>lifted&&event.preventDefault(),{passive:false})
strip.addEventListener('contextmenu',(event)=>event.pointerType==='touch'&&event.preventDefault())
}
