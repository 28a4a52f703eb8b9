import { counting } from './counting'
import type { Messages } from '../../../messages/spoken'

const { forms, number } = counting

/** Why something waits. */
export const stop: Messages['stop'] = {
  nouns: {
    write: { one: 'Écriture dans', many: 'Écritures' },
    read: { one: 'Lecture de', many: 'Lectures' },
    network: { one: 'Connexion à', many: 'Connexions' },
    syscall: { one: 'Appel système', many: 'Appels système' },
  },
  because: {
    protected: 'protégé',
    'read-only': 'le bac à sable ne permet que la lecture',
    'no-root': 'dans aucun dossier inscriptible',
    credentials: 'les identifiants ne sont pas lisibles',
    'past-proxy': 'contourne le proxy, et rien d’autre ne mène dehors',
    'not-granted': 'personne n’a autorisé cet hôte',
    'never-allowed': 'son adresse n’est jamais autorisée',
    'not-allowed': 'le bac à sable ne le permet pas',
  },
  firstOf: (many, target) => `${many}, d’abord ${target}`,
  protectedBy: (path) => `${path} est protégé`,
  stopped: (what, because) => `Bac à sable : ${what} ; ${because}.`,
  unreported: 'Bac à sable : arrêté, sans dire par quoi.',
  unchanged: ' Rien n’a été modifié.',
  protocols: {
    http: 'HTTP non chiffré',
    connect: 'un tunnel, comme pour HTTPS',
    socks5: 'un tunnel SOCKS5',
  },
  asksHost: (place) =>
    `Réseau : la commande en cours veut ${place}, que personne n’a autorisé. Elle attend la réponse.`,
  notListed: 'La commande n’est pas reconnue sans danger.',
  effects: 'Elle fait plus que ce qui peut se faire sans demander.',
  danger: (what) => `${what}. On demande donc avant de l’exécuter.`,
  dangerUnconfined: (what) =>
    `${what}. Aucun bac à sable ne s’applique, on demande donc avant de l’exécuter.`,
  managed: {
    sure: (rule) => `Cela relève de la règle « ${rule} » de cette machine`,
    perhaps: (rule) => `Cela relève peut-être de la règle « ${rule} » de cette machine`,
    because: (reason) => ` : ${reason}`,
    unread: (problem) => `Les règles de cette machine sont illisibles (${problem})`,
  },
  managedAsks: (what) => `${what}. On demande donc.`,
  escalated: 'L’agent veut exécuter cela hors du bac à sable.',
  again:
    'La commande doit s’exécuter encore une fois. On demande avant, et l’agent apprend ce qu’il en advient.',
  edited: 'La commande a été modifiée. On demande avant de l’exécuter, et l’agent apprend la modification.',
  noSandbox: {
    command: (reason) =>
      `Aucun bac à sable ne fonctionne : ${reason}. Rien ne limite cela, qui ne s’exécute donc qu’avec un oui.`,
    patch: (reason) =>
      `Aucun bac à sable ne fonctionne : ${reason}. Rien ne limite cela, et le patch n’est donc appliqué qu’avec un oui.`,
    contained: (reason, unheld) =>
      `Aucun bac à sable ne fonctionne : ${reason}. Le conteneur seul ne garantit pas ${unheld}, et cela ne s’exécute donc qu’avec un oui.`,
    unheld: {
      'read-only': 'que rien n’est écrit',
      'no-network': 'que rien n’est contacté',
      'own-folders': 'que cela reste dans les dossiers de la session',
      effects: 'que l’effet est d’abord vu sur des copies',
    },
  },
  everyPatch: 'Selon la politique « Sauf sans danger », on demande avant chaque patch.',
  patch: (parts) => `On demande avant d’appliquer le patch : ${parts}.`,
  guarded: (paths) => `touche à ce qui est protégé : ${paths}`,
  outside: (paths) => `écrit hors des dossiers inscriptibles : ${paths}`,
  really: (path, place) => `${path} (en fait ${place})`,
  more: (count) => ` et ${number(count)} de plus`,
  inputLimits: (policy) => `Le processus a été lancé sous d’autres limites (${policy}) et les garde.`,
  inputOutside:
    'Le processus tourne hors du bac à sable : ce qu’il reçoit peut faire tout ce que permettent les droits de ce compte.',
  tool: (tool, server) =>
    `L’agent veut appeler ${tool} du serveur MCP ${server}. Ce que cela fait ne peut pas être vérifié.`,
  doubts: {
    contradicts: ' Il dit qu’il ne fait que lire, et aussi qu’il détruit.',
    restated: ' Il dit qu’il ne fait que lire, et a déjà dit autre chose dans cette session.',
    unread:
      ' Il a dit qu’il ne fait que lire ; sa liste d’outils a changé depuis, et il n’a pas dit comment.',
  },
  acpAgent: (agent, where) =>
    `${agent} demande avant de le faire. Il le fait lui-même, ${where} ; ce qui est écrit ici vient de lui.`,
  inSandbox: 'dans le bac à sable de cette session',
  withoutSandbox: 'sans bac à sable',
  desk: (agent) => `${agent} demande, dans sa propre session ; l’exécution se fait hors de ce bac à sable.`,
  deskRefused: (agent) =>
    `Le contrôleur de ${agent} a refusé cela et ne donne pas de raison. Avec un oui, cela s’exécute hors de ce bac à sable ; avec un non, rien ne change, et un texte joint ne lui parvient pas.`,
  deskRefusedSaying: (agent, reason) =>
    `Le contrôleur de ${agent} a refusé cela et dit : « ${reason} ». Avec un oui, cela s’exécute hors de ce bac à sable ; avec un non, rien ne change, et un texte joint ne lui parvient pas.`,
  deskEdited: (agent) =>
    `La commande a été modifiée. ${agent} l’exécute telle qu’elle est écrite ici, dans sa propre session et hors de ce bac à sable.`,
  besides: (given) => ` L’exécution reçoit en outre : ${given}`,
  changes: (paths) => `Modifié depuis l’autorisation : ${paths}.`,
  untold: 'un nom qui figure dans un texte hors du dossier de travail',
  noOnlyThis: (target, because, more) => `${target} ne peut pas être ajouté seul : ${because}.${more}`,
  noOnlyThisMore: forms(
    ' Il en va de même pour 1 autre.',
    (count) => ` Il en va de même pour ${count} autres.`,
    '',
  ),
  notAdded: {
    guess: 'lu seulement dans la sortie',
    connection: 'ce n’est pas une connexion qui puisse passer',
    read: 'une lecture, et celles-là ne s’ouvrent que dans les réglages',
    'system-call': 'ce n’est pas un fichier',
    'home-entry': 'une entrée du dossier personnel ou au-dessus, qu’il faudrait ouvrir en entier',
    'part-of-path': 'ce n’est pas un chemin complet',
    shut: 'quelque chose que le bac à sable n’ouvre à aucune commande',
  },
  unseen: {
    gone: 'n’existe plus',
    secret: 'peut contenir des clés ou des mots de passe : nommé, jamais montré',
    large: 'trop de modifications pour être montrées ici',
    unshown: 'modifié ; ce qui s’y trouvait ou s’y trouve ne peut pas être montré',
  },
}
