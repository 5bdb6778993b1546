for(const n of document.querySelectorAll("#print"))n.hidden=!1,n.onclick=()=>print();
