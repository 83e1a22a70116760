/**
 * Runs in the reader's browser. Figures are drawn when they come into view: dozens at once, some of them in three
 * dimensions, would keep a small machine busy for a minute. Before printing all are drawn, as wide as the paper. A click on
 * the name of a column sorts its table. Without scripts the page has everything but the figures.
 */
export const pageScript = `<script>(function(){
var all=function(what,where){return Array.prototype.slice.call((where||document).querySelectorAll(what))};
var figures=all(".plotly-figure");
var draw=function(place){
  if(place.dataset.drawn)return;
  place.dataset.drawn="yes";
  var figure=JSON.parse(place.nextElementSibling.textContent);
  window.Plotly.newPlot(place,figure.data,figure.layout,figure.config);
};
if(window.IntersectionObserver){
  var seen=new IntersectionObserver(function(entries){
    entries.forEach(function(entry){if(entry.isIntersecting){seen.unobserve(entry.target);draw(entry.target)}});
  },{rootMargin:"400px"});
  figures.forEach(function(place){seen.observe(place)});
}else figures.forEach(draw);

var opened=[];
window.addEventListener("beforeprint",function(){
  opened=all("details:not([open]):not(.heavy)");
  opened.forEach(function(each){each.open=true});
  figures.forEach(function(place){
    if(place.closest("details.heavy:not([open])"))return;
    draw(place);
    if(place.layout)window.Plotly.relayout(place,{width:690,autosize:false});
  });
});
window.addEventListener("afterprint",function(){
  opened.forEach(function(each){each.open=false});
  figures.forEach(function(place){if(place.layout)window.Plotly.relayout(place,{width:null,autosize:true})});
});

var number=function(text){return parseFloat(text.replace(/,/g,""))};
all(".sorts table").forEach(function(table){
  var body=table.tBodies[0],heads=all("th",table.tHead);
  if(body.rows.length<3)return;
  heads.forEach(function(head,column){
    var button=document.createElement("button");
    button.type="button";
    button.textContent=head.textContent;
    head.textContent="";
    head.appendChild(button);
    button.addEventListener("click",function(){
      var down=head.getAttribute("aria-sort")==="ascending";
      heads.forEach(function(other){other.removeAttribute("aria-sort")});
      head.setAttribute("aria-sort",down?"descending":"ascending");
      var text=function(row){return row.cells[column].textContent};
      all("tr",body).sort(function(one,other){
        var a=text(one),b=text(other),x=number(a),y=number(b);
        var order=isNaN(x)||isNaN(y)?(a<b?-1:a>b?1:0):x-y;
        return down?-order:order;
      }).forEach(function(row){body.appendChild(row)});
    });
  });
});
})()</script>`;
