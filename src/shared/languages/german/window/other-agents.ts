import type { LaterStrings } from '../../english/later-window'

/** Having an agent of another maker ask in this window. */
export const otherAgents: LaterStrings['otherAgents'] = {
  found: (agent) => `${agent} gefunden, nicht verbunden.`,
  asks: (agent) => `${agent} fragt in diesem Fenster, ab seiner nächsten Sitzung.`,
  connect: 'Verbinden',
  disconnect: 'Trennen',
  connectTitle: (agent) => `${agent} hier fragen lassen`,
  disconnectTitle: (agent) => `${agent} nicht mehr hier fragen lassen`,
  change: 'Das ändert sich in seinen Einstellungen:',
  nothing: 'Seine Einstellungen bleiben, wie sie sind.',
  listens:
    'Dieses Fenster hört ihm dann zu (desk = true). Was erlaubt wird, läuft im Agenten, außerhalb dieser Sandbox.',
  cancel: 'Abbrechen',
}
