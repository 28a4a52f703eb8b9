/**
 * Stands in a page where a `<style>` would: what is set as its text are rules of the page, until it is removed. A page whose policy takes no styles
 * that stand in it takes these, since only its own script makes them.
 */
export function pageStyles(): HTMLElement {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const place = document.createElement('template')
  Object.defineProperty(place, 'textContent', {
    set: (rules: string) => {
      sheet.replaceSync(rules)
    },
  })
  place.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    Element.prototype.remove.call(place)
  }
  return place
}
