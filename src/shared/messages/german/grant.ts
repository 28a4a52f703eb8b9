import type { Messages } from '../spoken'

/** Grants: "in build und darunter schreiben". `more`: how many follow after those that are listed. */
export const grant: Messages['grant'] = {
  write: {
    file: (path) => `nach ${path} schreiben`,
    tree: (path) => `in ${path} und darunter schreiben`,
    entry: (path) => `${path} anlegen, verschieben oder löschen`,
  },
  read: (path) => `${path} lesen`,
  connect: (place) => `mit ${place} verbinden`,
  set: (settings, path) => `in ${path} ${settings} setzen, und sonst nichts dort`,
  setting: (name, value) => `${name} auf ${value}`,
  nothing: 'nichts',
  unsandboxed: 'ohne Sandbox laufen',
  more: (count) => ` und ${String(count)} weitere`,
  entries: (count, folder) =>
    `genau diese ${String(count)} Einträge von ${folder} anlegen, verschieben oder löschen`,
}
