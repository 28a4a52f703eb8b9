import type { Strings } from '../../english/window'

const closed = 'Chaque commande attend une décision et ne peut être autorisée que hors du bac à sable.'

/** What the engine says of itself in English: its faults begin in French, its rows are said in French where they are known. */
export const machine: Strings['machine'] = {
  faults: {
    'bad-request': 'Cela n’a pas pu se faire ainsi.',
    'unknown-session': 'Cette session n’existe pas.',
    'turn-running': 'Un tour est en cours.',
    'no-turn': 'Aucun tour n’est en cours.',
    'not-steerable': 'Ce qui est en cours ne prend pas de message.',
    'missing-key': 'Il manque une clé.',
    unauthorized: 'Le fournisseur n’accepte pas la clé.',
    'rate-limited': 'Le fournisseur freine : trop de requêtes.',
    quota: 'Le quota chez le fournisseur est épuisé.',
    'unknown-model': 'Ce modèle n’y existe pas.',
    'unknown-provider': 'Ce fournisseur n’existe pas.',
    'connection-failed': 'Il n’y a pas de connexion.',
    'server-error': 'Le serveur du modèle signale une erreur.',
    'bad-stream': 'La réponse du modèle était illisible.',
    'context-length': 'La conversation est trop longue pour le modèle.',
    'store-failed': 'L’écriture ou la lecture n’a pas été possible.',
    forbidden: 'Cela n’est pas permis ici.',
    internal: 'Quelque chose a échoué dans le programme.',
  },
  checks: {
    'sandbox.ok': { title: 'Les commandes s’exécutent dans un bac à sable' },
    'sandbox.missing': { title: 'Aucun bac à sable qui fonctionne' },
    'prepared-sandbox.ok': {
      title: 'Le prochain bac à sable se prépare à l’avance',
      text: 'Essayé.',
    },
    'prepared-sandbox.warn': {
      title: 'Aucun bac à sable ne se prépare à l’avance : chaque commande attend le sien',
    },
    'rehearsal.ok': { title: 'Les commandes peuvent être essayées', text: 'Essayé sur un overlay.' },
    'rehearsal.warn': { title: 'Les commandes ne peuvent pas être essayées' },
    'session-network.ok': {
      title: 'Les commandes d’une même session atteignent mutuellement leurs serveurs',
      text: 'Essayé.',
    },
    'session-network.warn': {
      title: 'Les commandes d’une même session n’atteignent pas mutuellement leurs serveurs',
    },
    'model.ok': { title: 'Un modèle est réglé' },
    'model.warn': { title: 'Aucun modèle utilisable' },
    'local-models.ok': { title: 'Serveurs de modèles sur cette machine' },
    'home.ok': { title: 'Les enregistrements peuvent s’écrire' },
    'home.missing': { title: 'Les enregistrements ne peuvent pas s’écrire' },
    'wsl1.missing': {
      title: 'Ceci est WSL 1',
      text: `WSL 1 n’exécute pas de noyau Linux, il n’y a donc rien dont faire un bac à sable. ${closed}`,
    },
    'bubblewrap.missing': {
      title: 'bubblewrap manque',
      text: `bubblewrap fait le bac à sable sous Linux. ${closed}`,
    },
    'bubblewrap-fails.missing': {
      title: 'bubblewrap ne fonctionne pas ici',
      text: `Il est là, mais ne peut pas faire de bac à sable, peut-être parce que ceci est un conteneur qui n’en a pas le droit. ${closed}`,
    },
    'hidden-proc.missing': {
      title: 'Ce conteneur cache des parties de /proc',
      text: `Là où il en est caché, le noyau ne laisse aucun bac à sable avoir son propre /proc. ${closed}`,
    },
    'max-user-namespaces.missing': {
      title: 'Les espaces de noms d’utilisateur sont désactivés',
      text: `user.max_user_namespaces vaut 0, bubblewrap ne peut donc pas démarrer. ${closed}`,
    },
    'userns-clone.missing': {
      title: 'Les espaces de noms d’utilisateur sont désactivés',
      text: `kernel.unprivileged_userns_clone vaut 0, bubblewrap ne peut donc pas démarrer sans privilèges. ${closed}`,
    },
    'apparmor-userns.missing': {
      title: 'AppArmor limite les espaces de noms d’utilisateur',
      text: `kernel.apparmor_restrict_unprivileged_userns vaut 1 (par défaut sur Ubuntu 24.04), et aucun profil n’en excepte bubblewrap. ${closed}`,
    },
    'socat.ok': { title: 'Des hôtes précis peuvent être autorisés' },
    'socat.warn': {
      title: 'socat manque',
      text: 'Sans socat, aucun hôte précis ne peut être autorisé : les commandes du bac à sable n’ont pas de réseau, sauf si la politique l’ouvre en entier.',
    },
    'landlock.warn': { title: 'Landlock manque ou est trop ancien' },
    'sandbox-exec.missing': {
      title: 'sandbox-exec manque',
      text: `/usr/bin/sandbox-exec fait partie de macOS et ne peut pas être exécuté ici. ${closed}`,
    },
    'srt-win.missing': { title: 'Le bac à sable de Windows n’est pas installé' },
  },
}
