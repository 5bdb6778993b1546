const button=document.querySelector("#print");button?.addEventListener("click",()=>print()),button&&(button.hidden=!1);
