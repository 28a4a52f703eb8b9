import type { LaterStrings } from '../../english/later-window'

/** The words of engines on other machines. */
export const hosts: LaterStrings['hosts'] = {
  states: {
    connecting: 'connexion en cours',
    connected: 'connecté',
    lost: 'non connecté, nouvel essai en cours',
    over: 'non connecté, sans nouvel essai',
  },
  newThere: 'Nouvelle session sur un hôte',
  host: 'Hôte',
  folder: 'Dossier là-bas',
  folderHint: 'Un chemin absolu de cette machine-là',
  start: 'Démarrer là-bas',
}
