const button=document.querySelector('#print')
button?.addEventListener('click',()=>print())
if(button)button.hidden=false
