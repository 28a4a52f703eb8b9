import type { RareMessages } from '../../../messages/spoken'

/** Pourquoi le moteur d’un hôte ne peut être atteint. */
export const hostProblem: RareMessages['hostProblem'] = {
  ends: {
    exit: (code) => `la commande s’est terminée avec le code ${code}`,
    signal: (signal) => `la commande a été arrêtée par ${signal}`,
    'not-started': (program, code) => `la commande ${program} n’a pas pu être lancée (${code})`,
    ended: 'la commande s’est terminée',
    output: 'sa sortie est terminée',
    'cut-off': 'la ligne a été coupée',
  },
  early: (end) => `${end}, avant qu’un moteur ne réponde`,
  version: (there, expected) => `la version ${there} y tourne ; version attendue : ${expected}`,
  protocol: (version, protocol) => `${version} (protocole ${protocol})`,
  'no-answer': (seconds) => `aucun moteur n’a répondu en ${seconds} s`,
  late: (seconds) => `son moteur n’a pas répondu en ${seconds} s`,
  banner: (kilobytes) => `il dit plus de ${kilobytes} Ko et aucun moteur ne répond`,
  form: 'son moteur ne respecte pas la forme',
  broken: (what) => `il ne respecte pas la forme : ${what}`,
  brokenBy: {
    acknowledged: 'il accuse réception de ce qui n’a jamais été envoyé',
    missing: 'des messages manquent',
    message: 'un message a une autre forme',
    request: 'une demande a une autre forme',
    body: 'ce qu’il annonce a une autre forme',
    unasked: 'il répond à ce qui n’a pas été demandé',
    id: 'il nomme quelque chose comme aucun moteur ne le fait',
    sessions: 'il a plus de sessions qu’il ne peut y en avoir',
    waiting: 'il demande plus que ce qui peut être montré',
    changed: 'il demande autre chose qu’avant',
    answer: (channel) => `sa réponse à ${channel} a une autre forme`,
  },
  half: 'il s’est arrêté au milieu d’un message',
  'too-long': 'il a envoyé un message trop long',
  silent: 'il ne dit plus rien',
  'line-lost': 'la ligne a été perdue, et ce qu’est devenue la demande n’est pas connu',
  left: 'il a été quitté',
  stopped: 'cela a été arrêté',
  replaced: 'le moteur là-bas a été arrêté, avec ce qui y tournait',
  unanswered: 'sa question est restée sans réponse',
  'nobody-asked': 'il pose une question, et personne ne peut être interrogé ici',
  update: (host) =>
    `La même version est attendue sur les deux machines : countersign hosts install ${host} y met celle-ci.`,
  install: (host) =>
    `Le moteur est attendu là-bas : countersign hosts install ${host} l’y met ; voir docs/hosts.md.`,
  fleet: {
    doing: {
      ask: 'Aucun bac à sable n’a pu être demandé',
      template: 'Le modèle ne peut pas être lu',
      pools: 'Les réserves (SandboxWarmPool) ne peuvent pas être lues',
      cluster: 'La grappe ne peut pas être lue',
      sandbox: 'Le bac à sable ne peut pas être lu',
      list: 'Les bacs à sable ne peuvent pas être recherchés',
      wait: 'Le bac à sable ne peut pas être attendu',
      hold: 'Impossible de dire à la grappe que le bac à sable est utilisé',
      remember: 'Impossible de dire à la grappe par quoi le travail commence',
      delete: 'Le bac à sable n’a pas pu être supprimé',
    },
    refusals: {
      context: (context) =>
        `la kubeconfig n’a pas de contexte ${context} ; attendu : l’un de ceux que nomme « kubectl config get-contexts ».`,
      forbidden: (namespace) =>
        `dans l’espace de noms ${namespace} ce droit manque ; docs/hosts.md nomme les droits nécessaires.`,
      unauthorized:
        'la grappe ne reconnaît pas cette identité ; attendu : que « kubectl get pods » marche avec ce contexte.',
      unreachable: 'la grappe est injoignable.',
      'no-agent-sandbox':
        'la grappe n’a pas agent-sandbox ; attendu : ses manifestes de https://github.com/kubernetes-sigs/agent-sandbox.',
      exit: (code) => `kubectl s’est terminé avec le code ${code}.`,
      ended: 'kubectl a été interrompu.',
      form: 'ce que dit la grappe a une autre forme.',
    },
    'no-kubectl': (code) =>
      `kubectl n’a pas pu être lancé (${code}) ; attendu dans le chemin : https://kubernetes.io/docs/tasks/tools/`,
    late: (seconds) => `kubectl ne s’est pas terminé en ${seconds} s.`,
    'too-much': (megabytes) => `kubectl dit plus de ${megabytes} Mo.`,
    SandboxTemplate: (template, namespace) =>
      `il n’y a pas de SandboxTemplate ${template} dans l’espace de noms ${namespace}.`,
    PodTemplate: (template, namespace) =>
      `il n’y a pas de PodTemplate ${template} dans l’espace de noms ${namespace} (la grappe n’a pas de SandboxTemplates).`,
    'no-pool': (template, namespace) =>
      `aucun SandboxWarmPool de ${namespace} ne nomme le modèle ${template}, et une demande se fait sur une réserve ; attendu : une réserve, avec « replicas: 0 » si rien ne doit être prêt d’avance.`,
    'not-ready': (seconds, told) =>
      `aucun bac à sable n’était prêt en ${seconds} s, et il a été supprimé (${told}). ready_seconds de l’entrée dit combien de temps on attend.`,
    nothing: 'rien n’en est dit',
    'never-ready': (reason) => `il ne sera pas prêt (${reason}), et il a été supprimé.`,
    'not-workable': (sandbox, reason) =>
      `on ne peut pas travailler maintenant dans le bac à sable ${sandbox} (${reason}).`,
    gone: (sandbox) => `le bac à sable ${sandbox} n’existe plus, et ce qu’il contenait non plus.`,
    stopped: 'Arrêté.',
    deleted: 'quelqu’un l’a supprimé entre-temps.',
    'no-pod': 'la grappe ne nomme aucun pod pour lui.',
    clone: 'le dépôt n’a pas pu y être cloné ; attendu : sh et git dans l’image du modèle.',
    send: 'le dossier n’a pas pu être envoyé ; attendu : sh et tar dans l’image du modèle.',
    'no-folder': 'le travail n’y est pas arrivé : aucun dossier n’a été nommé.',
    'no-look': 'ce qui y a été modifié ne peut pas être lu ; attendu : git dans l’image du modèle.',
  },
  remedies: {
    'no-answer': 'La commande seule passe-t-elle, et attend-elle une réponse ?',
    early: 'Le moteur est attendu là-bas ; voir docs/hosts.md.',
    unreached:
      'La commande ne passe pas : ce qu’elle en dit est montré avec. L’essayer seule, suivie de true.',
    'not-started':
      'Le premier mot de command dans config.toml est attendu comme un programme de cette machine, chaque mot suivant à part : ["ssh", "build1"].',
    'nobody-asked':
      'Un terminal est attendu, ou la clé dans un agent (ssh-add) et un hôte connu : se connecter une fois dans un terminal.',
    replaced: 'Ce qui peut continuer y est enregistré : exec --resume ID.',
  },
}
