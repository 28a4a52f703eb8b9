import { countingIn } from '../../../messages/counting'
import { s } from '../messages/counting'
import type { Wording } from '../../../messages/spoken'
import type { frame as english } from '../../english/window/frame'
import type { Strings } from '../../english/window'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The words of the window round its pages. */
export const frame = {
  app: {
    name: 'Countersign',
    waiting: (n: number) => (n === 1 ? '1 attend' : `${number(n)} attendent`),
    ago: (age: string) => `il y a ${age}`,
    onDay: (day: string) => `le ${day}`,
    regions: { rail: 'Sessions', transcript: 'Fil', composer: 'Message' },
  },
  button: {
    copy: 'Copier',
    copied: 'Copié',
    copyFailed: 'Non copié',
    checkAgain: 'Vérifier de nouveau',
    dismiss: 'Fermer',
    setKey: 'Définir la clé',
    providers: 'Fournisseurs',
  },
  /** Said when one comes, wherever the person is. */
  arrival: {
    request: (level: string, session: string) => `Décision nécessaire, ${level}, session ${session}`,
    level: (level: string, session: string) => `Maintenant : ${level.toLowerCase()}, session ${session}`,
    question: (server: string | undefined, tool: string) =>
      server === undefined
        ? 'L’agent pose une question'
        : `${server} pose une question, pour son outil ${tool}`,
  },
  keycaps: { Mod: 'Ctrl', Shift: 'Maj' },
  connection: {
    connecting: 'Connexion au moteur…',
    notConnected: 'Le moteur n’est pas connecté.',
    lostTitle: 'Le moteur s’est arrêté',
    lostText: 'Ou il n’est pas joignable. D’ici là, aucune réponse n’est possible. Les brouillons restent.',
    connectAgain: 'Se reconnecter',
    refusedTitle: 'Cette adresse a besoin du lien que countersign serve a affiché.',
    refusedText: 'Ouvrir ce lien dans ce navigateur. Il contient un jeton qui vaut une fois.',
    failedTitle: 'Le moteur n’a pas répondu',
    tooLarge: 'Trop grand pour la connexion d’un navigateur. Rien n’a été envoyé.',
  },
  rail: {
    inbox: 'Boîte de réception',
    newSession: 'Nouvelle session',
    search: 'Chercher des sessions',
    found: (n: number) =>
      n === 0 ? 'Aucune session de ce nom' : n === 1 ? '1 session' : `${number(n)} sessions`,
    older: 'Afficher les sessions plus anciennes',
    open: 'Sessions',
    allSessions: 'Afficher toutes les sessions dans cette fenêtre',
    close: 'Fermer la liste des sessions',
    needsYou: 'Attend une réponse',
    running: 'En cours',
    fresh: 'Non commencées',
    done: 'Terminées',
    requests: (n: number, notAssessed: number) =>
      notAssessed === 0
        ? `${number(n)} demandes`
        : `${number(n)} demandes, ${String(notAssessed)} non évaluée${s(notAssessed)}`,
    ended: { done: 'Terminé', idle: 'Aucun tour encore', interrupted: 'Interrompu', failed: 'Échec' },
    runningLabel: 'En cours',
    forked: 'Suite d’une autre session',
    unconfined: 'Sans bac à sable ici',
    sandboxOn: (backend: string) => `Bac à sable : ${backend}`,
    sandboxOff: 'Pas de bac à sable',
    onHost: 'Sur l’hôte',
    sandboxUnknown: 'Bac à sable : non connecté',
    doctor: 'Vérifier cette machine',
    past: 'Le passé',
    grants: 'Autorisations',
    settings: 'Réglages, autorisations et cette machine',
    preferences: 'Réglages',
  },
  part: {
    failed:
      'Cette partie de la fenêtre n’a pas pu être chargée. Le programme a peut-être été mis à jour entre-temps.',
    reload: 'Recharger la fenêtre',
  },
  bar: {
    backTo: (title: string) => `Retour à ${title}`,
    stopTurn: 'Arrêter le tour',
    branch: 'Branche',
    model: 'Modèle',
    agent: 'Agent',
    sandbox: 'Politique du bac à sable',
    demo: 'Démo',
  },
} as const satisfies Wording<typeof english>

/** The words of the inbox. */
export const inbox = {
  title: 'Boîte de réception',
  summary: (requests: number, sessions: number) =>
    `${String(requests)} à décider dans ${sessions === 1 ? '1 session' : `${String(sessions)} sessions`}`,
  list: 'Attend une réponse',
  nothingWaits: 'Rien n’attend.',
  emptyTitle: 'Rien n’attend',
  emptyText: 'Une demande apparaît ici et dans sa session dès qu’elle est posée.',
  kinds: {
    command: 'Commande',
    connection: 'Connexion',
    patch: 'Patch',
    input: 'Entrée',
    tool: 'Outil',
  },
  byRemoteRun: (program: string) => `de ${program}`,
  byAgent: (name: string) => `Agent ${name}`,
  ownAgent: 'Countersign',
  counts: {
    title: (days: number) => `Décisions des ${String(days)} derniers jours`,
    asked: (count: number, ends: string) => `Demandé ${number(count)} fois : ${ends}.`,
    allowed: (count: number) => `${number(count)} autorisée${s(count)}`,
    changed: (count: number) => `${number(count)} modifiée${s(count)}`,
    denied: (count: number) => `${number(count)} refusée${s(count)}`,
    withdrawn: (count: number) => `${number(count)} sans réponse`,
    people: (count: number, median: string, longest: string) =>
      count === 1
        ? `1 répondue par une personne, en moins de ${longest}.`
        : `${number(count)} répondues par des personnes, la moitié en moins de ${median}, toutes en moins de ${longest}.`,
  },
  order: 'Par niveau, puis par âge',
  boundary: {
    sandbox: 'arrêtée par le bac à sable',
    network: 'attend un hôte',
    'approval-policy': 'demandée par la politique',
    'missing-sandbox': 'pas de bac à sable',
    escalation: 'demandée par l’agent',
  },
} as const satisfies Strings['inbox']
