import type { LaterStrings } from '../../english/later-window'

/** The words of engines on other machines. */
export const hosts: LaterStrings['hosts'] = {
  states: {
    connecting: 'connexion en cours',
    connected: 'connecté',
    lost: 'non connecté, nouvel essai en cours',
    over: 'non connecté, sans nouvel essai',
  },
  asks: {
    title: (host, program) => `${host} : ${program} demande`,
    whose: 'Ses propres mots, ou ceux de la machine qu’il atteint. Personne ne les a vérifiés.',
    answer: 'Réponse',
    goesTo: (program) => `Ce qui est tapé ici va à ${program} et nulle part ailleurs, et n’est pas gardé.`,
    send: 'Répondre',
    compared: 'L’empreinte a été comparée avec celle de la machine.',
    yes: 'Oui',
    no: 'Non',
    waits: 'Rien à taper : cela continue dès que ce qui est attendu est là.',
  },
  lend: {
    title: 'Prêter des clés',
    count: (count) => (count === 0 ? 'aucune' : String(count)),
    means:
      'Tant que cette fenêtre est connectée, le moteur là-bas peut interroger ces modèles avec la clé de cette machine, s’il n’en a pas pour la même adresse. Elle n’y est jamais écrite, mais qui administre cette machine-là pourrait la lire pendant ce temps.',
    missing: 'aucune clé ici',
  },
  ends: 'À la fermeture de Countersign, mettre fin là-bas à ce qui a été commencé d’ici',
  newThere: 'Nouvelle session sur un hôte',
  host: 'Hôte',
  folder: 'Dossier là-bas',
  folderHint: 'Un chemin absolu de cette machine-là, ou ~/…',
  start: 'Démarrer là-bas',
  tryAgain: 'Réessayer',
  tryAgainOf: (name) => `Réessayer : ${name}`,
  none: 'Aucun hôte n’est configuré.',
  hidden: 'N’est pas montré dans les fenêtres.',
  fleet: (name: string) =>
    `Bacs à sable d’une grappe, chacun fait pour une session : sur la page de départ, ou par countersign exec --host ${name} --clone REMOTE PROMPT`,
  test: 'Tester',
  testOf: (name) => `Tester : ${name}`,
  testing: 'Test en cours…',
  answers: (version, platform, ms) => `La version ${version} sur ${platform} répond en ${String(ms)} ms`,
  leftOut: (count) =>
    count === 1
      ? '1 autre contrôle n’est pas montré.'
      : `${String(count)} autres contrôles ne sont pas montrés.`,
  checks: { ok: 'bon', warn: 'avertissement', missing: 'manque' },
  said: 'Paroles de cette machine-là. Personne ne les a vérifiées.',
  remove: 'Retirer',
  removeOf: (name) => `Retirer : ${name}`,
  removeTitle: (name) => `Retirer ${name} ?`,
  removeText:
    'Il est retiré de config.toml. Rien ne change là-bas : ses sessions continuent, ce qui attend attend, et cette fenêtre ne les montre plus.',
  add: 'Ajouter un hôte',
  expected:
    'Countersign de la même version est attendu là-bas, sous le nom « countersign » dans le chemin de cette connexion. Toute autre commande, et un moteur placé ailleurs, vont dans config.toml.',
  name: 'Nom',
  via: 'Atteint par',
  destination: 'Destination',
  container: 'Conteneur',
  added: (name) => `${name} a été ajouté.`,
  refused: {
    name: 'Nom attendu : au plus 48 lettres, chiffres, « - » et « _ », commençant par une lettre ou un chiffre.',
    destination:
      'Destination attendue : lettres, chiffres, « . », « - » et « _ », par exemple build1 ou me@build1. Tout le reste va dans config.toml.',
    container:
      'Nom de conteneur attendu : lettres, chiffres, « . », « - » et « _ ». Tout le reste va dans config.toml.',
    unknown: 'Cet hôte n’est plus dans config.toml.',
    'by-hand': 'Sa commande a été écrite à la main ; c’est là qu’elle se retire.',
    changed: 'config.toml a changé entre-temps ; rien n’a été écrit. Réessayez.',
    taken: (host) => `Il y a déjà un hôte ${host} ; rien n’a été écrit.`,
    alike: (host) => `Nom attendu : un nom qui ne ressemble pas à celui de l’hôte ${host}.`,
    file: 'Rien n’a été écrit dans config.toml :',
  },
  older: (host) => `Sessions plus anciennes de ${host}`,
  archived: (host) => `Archivées sur ${host}`,
  engine: {
    title: 'Son moteur',
    asking: 'Question en cours…',
    means:
      'Ce que le moteur dit là-bas de lui-même. Il se modifie là-bas, dans son config.toml et avec countersign config : aucune fenêtre ne le modifie d’ici. « Tester » dit ce que sa machine possède.',
    file: 'config.toml là-bas',
    models: 'Modèles',
    servers: 'Serveurs MCP',
    rules: 'Règles d’effets',
    none: 'Aucun',
    leftOut: (count) =>
      count === 1 ? '1 autre entrée est omise.' : `${String(count)} autres entrées sont omises.`,
  },
  search: {
    on: (host) => `Sur ${host}`,
    not: (host) => `${host} n’a pas été parcouru.`,
    searching: 'Recherche…',
    nothing: (host) => `Rien trouvé sur ${host}`,
    further: (host) => `Chercher plus loin sur ${host}`,
  },
}
