import { effect } from './messages/effect'
import { fact } from './messages/fact'
import { glance } from './messages/glance'
import { rehearsal } from './messages/rehearsal'
import { ruleReasons, reason } from './messages/rule-reasons'
import { stop } from './messages/stop'
import type { Messages } from '../../messages/spoken'
import type { SpokenLanguage } from '../spoken-language'
import { effectRule } from './messages/effect-rule'
import { hostProblem } from './messages/host-problem'
import { outsideRule } from './messages/outside-rule'
import { replay } from './messages/replay'
import { counting, s } from './messages/counting'

const { forms } = counting

/** What the system's own boxes, menus and notifications say, in French. */
const native: Messages['native'] = {
  levels: {
    low: 'Risque faible',
    medium: 'Risque moyen',
    high: 'Risque élevé',
    'not-assessed': 'Non évalué',
  },
  session: (title) => `Session : ${title}`,
  command: (text) => `Commande : ${text}`,
  gives: (what) => `Avec un oui : ${what}`,
  doubt: (text) => `À considérer : ${text}`,
  agentAsks: 'L’agent pose une question.',
  asks: (server) => `Le serveur MCP ${server} pose une question.`,
  ofHost: {
    asks: (host, program) => `${host} : ${program} demande`,
    kinds: {
      secret: 'Quelque chose à saisir, par exemple une phrase secrète.',
      confirm: 'Un oui ou un non.',
      note: 'Quelque chose à faire, par exemple toucher une clé.',
    },
  },
  turnFailed: 'Le tour a échoué.',
  turnDone: 'Le tour est terminé.',
  turnSaid: (words) => `L’agent dit : « ${words} »`,
  allowOnce: 'Autoriser une fois',
  deny: 'Refuser',
  open: 'Ouvrir',
  waiting: forms('1 demande en attente', (count) => `${count} demandes en attente`, 'Rien n’attend'),
  more: (count) => `${String(count)} de plus dans la boîte de réception`,
  tray: { show: 'Ouvrir Countersign', quit: 'Quitter' },
  close: {
    title: 'Laisser Countersign tourner ?',
    message: 'Les sessions et ce qui attend continuent dans la zone de notification, sans fenêtre.',
    waits: forms(
      '1 demande attend. Quitter la refuse.',
      (count) => `${count} demandes attendent. Quitter les refuse.`,
    ),
    remember: 'Ne plus demander',
    keep: 'Laisser tourner',
    quit: 'Quitter',
    cancel: 'Annuler',
  },
  quit: { title: 'Quitter Countersign ?', quit: 'Quitter et refuser', cancel: 'Annuler' },
  unsandboxed: {
    title: 'Les fenêtres tournent sans bac à sable',
    detail:
      'Countersign a été lancé avec --no-sandbox. Ce qu’une fenêtre affiche vient d’agents, de fichiers et de serveurs : une faille d’affichage va alors aussi loin que les droits de ce compte. Les commandes des agents restent dans leur bac à sable.',
    quit: 'Quitter',
    goOn: 'Continuer sans',
  },
  launcher: {
    title: 'Utiliser aussi Countersign dans les terminaux ?',
    message: (path) => `La commande countersign est placée dans ${path}. Le menu Aide la retire.`,
    offPath: (folder) =>
      `${folder} n’est pas encore dans le PATH de cette ouverture de session : l’y ajouter, ou se reconnecter.`,
    install: 'L’y placer',
    later: 'Pas maintenant',
    menuInstall: 'Mettre la commande countersign dans le PATH…',
    menuRemove: 'Retirer la commande countersign',
    failed: 'La commande countersign n’a pas pu être modifiée',
    done: (path) => `La commande se trouve dans ${path}.`,
    removed: (path) => `${path} est retiré.`,
  },
  update: {
    title: (version) => `Countersign ${version} est disponible`,
    ready: 'La version est vérifiée et s’installe en quittant.',
    elsewhere: 'Elle vient avec les mises à jour du système, ou de la source de cette copie.',
  },
}

/** Places that are reached over a network, and what listens on this machine. */
const machine: Messages['machine'] = {
  outside: 'un serveur de cette machine, hors du bac à sable',
  unseen: 'un programme qui n’est pas visible',
  runBy: (program, user) => `${program}, lancé par ${user}`,
  notKnown: 'on ne sait pas ce qui y écoute',
  nothing: 'rien n’y écoute en ce moment',
}

/** What policies mean. */
const policies: Messages['policies'] = {
  container: {
    only: 'Le conteneur est la seule limite : ce qu’il monte peut être modifié, son réseau est ouvert.',
    short: 'Conteneur seul',
  },
  sandbox: {
    'danger-full-access': 'Accès complet, sans bac à sable',
    'danger-no-network': 'Tous les fichiers, pas de réseau',
    'read-only': (network) => `Lecture seule, ${network}`,
    'workspace-write': (network) => `Écriture dans le dossier de travail, ${network}`,
    network: 'avec réseau',
    noNetwork: 'pas de réseau',
    noTemporary: ', pas de dossiers temporaires',
  },
  approval: {
    untrusted: 'Demander avant tout ce qui n’est pas reconnu sans danger',
    effects: 'Exécuter sur des copies ; demander pour ce qui sort du dossier ou se perd',
    'on-failure': 'Exécuter dans le bac à sable, demander quand il arrête une commande',
    'on-request': 'Demander quand l’agent réclame plus ou qu’une commande semble dangereuse',
    never: 'Ne jamais demander ; ce qui est arrêté le reste',
    asOnRequest: 'Comme « Au besoin »',
    butRefuse: (names) => `Comme « Au besoin », mais refuser sans demander : ${names}`,
  },
}

/** What commands are called. Those that ask for more end in an ellipsis. */
const commands = {
  titles: {
    'session.new': 'Nouvelle session',
    'settings.open': 'Réglages',
    'palette.open': 'Chercher une commande…',
    'inbox.open': 'Boîte de réception',
    'waiting.next': 'Prochaine demande en attente',
    'sessions.search': 'Chercher des sessions',
    'session.next': 'Session suivante',
    'session.previous': 'Session précédente',
    'region.next': 'Partie suivante de la fenêtre',
    'region.previous': 'Partie précédente de la fenêtre',
    'grants.open': 'Autorisations',
    'machine.open': 'Vérifier cette machine',
    'turn.stop': 'Arrêter le tour',
    'session.rename': 'Renommer la session…',
    'session.open-window': 'Ouvrir la session dans sa propre fenêtre',
    'session.review': 'Relire les modifications…',
    'session.compact': 'Condenser la conversation',
    'session.undo': 'Défaire les modifications du dernier tour…',
    'session.redo': 'Rétablir ce qui a été défait…',
    'session.side': 'Décisions, fichiers, plan et consommation',
    'session.export-markdown': 'Exporter en Markdown',
    'session.export-html': 'Exporter en HTML',
    'session.export-json': 'Exporter en JSON',
    'session.export-rollout': 'Exporter l’enregistrement (JSONL)',
    'session.archive': 'Archiver la session',
    'session.delete': 'Supprimer la session…',
    'message.write': 'Écrire un message',
    'message.attach': 'Joindre des images…',
    'message.model': 'Choisir le modèle…',
    'message.effort': 'Choisir l’effort…',
    'message.policy': 'Choisir quand demander…',
    'message.sandbox': 'Choisir le bac à sable…',
    'transcript.search': 'Chercher dans ce fil',
    'rail.toggle': 'Afficher ou masquer la liste des sessions',
    'shortcuts.open': 'Raccourcis clavier',
    'news.open': 'Nouveautés',
    'demo.run': 'Lancer la démo',
  },
  groups: {
    file: 'Fichier',
    go: 'Aller à',
    session: 'Session',
    message: 'Message',
    view: 'Affichage',
    help: 'Aide',
  },
} as const satisfies Messages['commands']

/** Numbers, sizes and lists. */
const amounts: Messages['amounts'] = {
  counting,
  file: { one: 'fichier', other: 'fichiers' },
  byte: { one: 'octet', other: 'octets' },
  and: ' et ',
  more: (count) => ` et ${String(count)} de plus`,
  git: {
    untracked: (count) => `${count} non suivi${s(count)}`,
    modified: (count) => `${count} modifié${s(count)}`,
    tracked: (count) => `${count} suivi${s(count)} ou indexé${s(count)}`,
    ignored: (count) => `${count} ignoré${s(count)}`,
    none: 'aucun fichier',
    notAll: ', pas tous examinés',
  },
}

/** Taking back what a turn, or a run outside the folder, changed. */
const restore: Messages['restore'] = {
  files: forms('1 fichier', (count) => `${count} fichiers`),
  run: (title) => `de « ${title} »`,
  turn: (turnNumber) => `du tour ${turnNumber}`,
  outside: ' hors du dossier',
  undo: (what, where, files) => `Modifications ${what}${where} défaites : ${files} comme avant.`,
  redo: (what, where, files) => `Modifications ${what}${where} rétablies : ${files} comme après.`,
  left: (paths) => ` Modifiés entre-temps et laissés tels quels : ${paths}.`,
  unkept: (paths) => ` Laissés tels quels, car non conservés pour l’annulation : ${paths}.`,
  ownersAlone: (paths) =>
    ` Réservés désormais au propriétaire, car d’autres droits n’ont pas pu être rendus : ${paths}.`,
  turns: forms(
    'Conversation ramenée un tour en arrière',
    (count) => `Conversation ramenée ${count} tours en arrière`,
  ),
  filesStay: ' ; les fichiers restent tels quels.',
  andFiles: (files) => `, avec ${files} du dossier.`,
  undoable: (files) => `Hors du dossier : ${files} modifié${s(files)} ; cela peut être défait.`,
  notUndoable: (path, why) => `${path} ne peut pas être défait : ${why}.`,
  moreNotUndoable: (count) => `De même pour ${String(count)} de plus.`,
  why: {
    'too-large': 'trop volumineux',
    special: 'ni fichier, ni dossier, ni lien',
    unreadable: 'illisible',
    attributes: 'avec une liste d’accès ou des attributs qu’une copie perdrait',
    unavailable: 'aucune copie n’a pu être gardée ici',
  },
}

/** What a session is doing, in a few words. What is put in is text of others. */
const activity = {
  running: (what: string) => `Exécute : ${what}`,
  changing: (files: string) => `Modifie ${files} fichiers`,
  changingOne: 'Modifie 1 fichier',
  using: (tool: string, server: string) => `Utilise ${tool} de ${server}`,
  searching: 'Cherche sur le Web',
  reviewing: 'Relit',
  starting: (agent: string) => `Lance l’agent ${agent}`,
  thinking: 'Réfléchit',
  agentAsks: 'L’agent pose une question',
  asks: (server: string) => `${server} pose une question`,
  writing: 'Écrit',
  room: 'Condense la conversation',
  waiting: 'Attend le modèle',
} as const satisfies Messages['activity']

/** What a run did, beside what was shown before the yes to it. */
const promise: Messages['promise'] = {
  did: {
    created: (path) => `${path} créé`,
    changed: (path) => `${path} modifié`,
    deleted: (path) => `${path} supprimé`,
  },
  tried: (hosts) => `${hosts} contacté`,
  others: forms('1 autre modification', (count) => `${count} autres modifications`),
  kept: {
    rehearsal: 'A fait ce qui était montré.',
    facts: 'Rien de modifié qui n’était pas autorisé.',
  },
  stays: (folders) => `${folders} lui-même reste, comme annoncé avec l’autorisation`,
  part: 'Ce qui a été examiné est conforme ; tout examiner était trop.',
  notWatched:
    'Non observé : exécuté hors du bac à sable. Seul ce qui est nommé a été examiné, et il est conforme.',
  more: (list) => `A fait plus que montré : ${list}.`,
  suspended: 'L’autorisation est suspendue et redemande.',
  asksAgain: (list) =>
    `Une autorisation antérieure est suspendue, car une exécution sous elle a fait plus que montré : ${list}.`,
}

/** Grants: "in build und darunter schreiben". `more`: how many follow after those that are listed. */
const grant: Messages['grant'] = {
  write: {
    file: (path) => `écrire dans ${path}`,
    tree: (path) => `écrire dans ${path} et au-dessous`,
    entry: (path) => `créer, déplacer ou supprimer ${path}`,
  },
  read: (path) => `lire ${path}, où des clés sont gardées`,
  connect: (place) => `se connecter à ${place}`,
  set: (settings, path) => `régler ${settings} dans ${path}, et rien d’autre`,
  setting: (name, value) => `${name} à ${value}`,
  nothing: 'rien',
  unsandboxed: 's’exécuter sans bac à sable',
  more: (count) => ` et ${String(count)} de plus`,
  entries: (count, folder) =>
    `créer, déplacer ou supprimer exactement ces ${String(count)} entrées de ${folder}`,
}

/** Where checks, model and agent differ, why there is no level, and who asks. */
const assessment: Messages['assessment'] = {
  levels: { low: 'faible', medium: 'moyen', high: 'élevé' },
  claims: {
    'read-only': 'lecture seule',
    'only-reads': 'ne fait que lire',
    'no-changes': 'aucune modification',
    safe: 'sans danger',
  },
  modelHigher: (model, floor) => `Le modèle dit ${model} ; les vérifications seules disent ${floor}.`,
  modelLower: (model, floor) => `Le modèle dit ${model}, mais le plancher ${floor} reste`,
  claim: (claim, found) => `L’agent dit « ${claim} », mais ${found}`,
  found: (proof) => `Countersign a trouvé : ${proof}`,
  checks: (level) => `les vérifications disent ${level}`,
  nothing: 'rien de cela',
  missing: {
    waiting: 'aucune règle ne s’applique, et le modèle n’a pas encore répondu',
    success: 'aucune règle ne s’applique',
    parse_error: (why) => `aucune règle ne s’applique, et la réponse du modèle est illisible : ${why}`,
    no_output: 'aucune règle ne s’applique, et le modèle n’a rien répondu',
    model_error: (why) => `aucune règle ne s’applique, et le modèle a échoué : ${why}`,
    timeout: (seconds) => `aucune règle ne s’applique, et le modèle n’a pas répondu en ${String(seconds)} s`,
    cancelled: 'aucune règle ne s’applique, et la demande était close avant que le modèle réponde',
    disabled: (why) => `aucune règle ne s’applique, et aucun modèle n’a été consulté : ${why}`,
  },
  remoteRun: (program, folder, pid) =>
    `De « ${program} » dans « ${folder} » (processus ${String(pid)}), hors de cette fenêtre.`,
  askedAtDesk: (agent, session) =>
    `${agent} demande, dans sa session « ${session} », hors de ce bac à sable.`,
  refusedAtDesk: 'Son propre contrôleur a refusé cela et ne donne pas de raison.',
  refusedAtDeskSaying: (reason) => `Son propre contrôleur a refusé cela et dit : « ${reason} ».`,
  askedBy: (child, parent) => `Demandé par l’agent « ${child} » de « ${parent} ».`,
}

/** What a yes means. */
const offer: Messages['offer'] = {
  runOutside: 'Hors : s’exécute une fois sans bac à sable, avec tous les droits de ce compte.',
  run: (limits, plus) => `Seulement cela : s’exécute une fois dans le bac à sable (${limits})${plus}.`,
  plus: (grants) => ` et peut en plus ${grants}`,
  mayFail: ' L’agent en voulait plus ; cela peut donc y échouer.',
  lacks: ' Tout ce que cela fait ne peut être accordé ; cela y sera donc de nouveau arrêté.',
  stays: (folder) => ` (${folder} lui-même reste, vide)`,
  runAgain: (plus) =>
    `Seulement cela : s’exécute encore une fois dans le bac à sable et peut, pour cette exécution, ${plus}.`,
  apply: (limits, plus) =>
    `Seulement cela : applique le patch une fois dans le bac à sable (${limits})${plus}.`,
  connect: (grants) => `Seulement cela : peut ${grants} jusqu’à la fin de cette exécution.`,
  inputOutside: 'Hors : donne ce texte au processus, qui tourne sans bac à sable.',
  input: 'Seulement cela : donne ce texte au processus, dans son bac à sable.',
  call: (tool, server) =>
    `Seulement cela : appelle ${tool} de ${server} avec ces arguments. Pour plus longtemps : avec n’importe quels arguments, tant que le serveur le décrit comme maintenant.`,
  acpAgent: (agent) =>
    `Seulement cela : ${agent} peut le faire. Pour plus longtemps : exactement la même chose, chaque fois qu’elle est demandée.`,
  acpAgentFromNow: (agent, plus, anew) =>
    `Seulement cela : à partir du prochain message, ${agent} peut ${plus}, tant que cette session est ouverte. L’agent redémarre pour cela${anew} ; ce qui a été empêché reste à faire.`,
  acpAgentAgain: (agent, plus, anew) =>
    `Seulement cela : ${agent} peut le faire et ${plus}, tant que cette session est ouverte. L’agent redémarre aussitôt${anew} et doit continuer.`,
  begunAnew: {
    kept: ' et reprend sa conversation',
    lost: ' et ne sait alors plus rien de cette conversation',
  },
  serverFromNow: (server, plus) =>
    `Seulement cela : le serveur MCP ${server} peut ${plus}, tant que cette session est ouverte. Il redémarre pour cela ; ce qui a été empêché reste à faire.`,
  acpAgentAlways: (agent, always) =>
    `${agent} n’accepte pas un oui pour une seule fois. Ses propres mots : « ${always} » ; jusqu’où cela va dans le bac à sable est l’affaire de l’agent.`,
  answer: {
    command: (agent) =>
      `Seulement cela : ${agent} l’exécute, avec tous les droits de ce compte, hors de ce bac à sable. Pour plus longtemps : exactement cette commande dans ce dossier, quand ${agent} demande.`,
    patch: (agent) =>
      `Seulement cela : ${agent} fait ces modifications. Pour la session : toute modification de ces fichiers que ${agent} y demande.`,
    tool: (agent) =>
      `Seulement cela : ${agent} fait cet appel. Pour plus longtemps : exactement cet appel dans ce dossier, quand ${agent} demande.`,
  },
  answerAgain: (agent) =>
    `Seulement cela : ${agent} apprend qu’un nouvel essai est possible, et exactement cet appel passe, une fois et dans les 5 minutes, avec tous les droits de ce compte, hors de ce bac à sable. Pour tout autre, on demande comme d’habitude.`,
  leads: (path, real) => `${path} mène à ${real}.`,
  onceOnly: 'Pour cette exécution seulement : une partie de ce qui s’exécute était illisible.',
  unreachable: (target) => `Il est question de ${target} ; ce n’est pas accessible là-bas sans demander.`,
}

/** What is said of what is asked. */
export const messages: SpokenLanguage['messages'] = {
  activity,
  amounts,
  assessment,
  commands,
  effect,
  effectRule,
  fact,
  glance,
  grant,
  machine,
  native,
  offer,
  outsideRule,
  policies,
  promise,
  reason,
  rehearsal,
  hostProblem,
  replay,
  restore,
  ruleReasons,
  stop,
}
