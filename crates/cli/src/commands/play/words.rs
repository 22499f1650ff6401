//! The help text of `damier play` in French and English.

pub(super) const FRENCH_HELP: &str = "\
Un coup\u{a0}: 32-28, 28x19, ou toutes les cases d’une rafle\u{a0}: 26x17x8
Souffler 23 puis jouer, dans les jeux où l’on souffle\u{a0}: s23 32-28 (la pièce est marquée d’un\u{202f}!)
  coups      les coups légaux
  indice     ce que jouerait l’ordinateur
  retour     reprendre le dernier coup
  remise     proposer la remise
  abandon    abandonner
  tourner    tourner le damier
  fen        la position en une ligne
  garder F   enregistrer la partie dans le fichier F (PDN)
  quitter    quitter la partie";

pub(super) const ENGLISH_HELP: &str = "\
A move: 32-28, 28x19, or every square of a capture: 26x17x8
To huff 23 and then move, in games with huffing: s23 32-28 (the piece is marked with !)
  moves      the legal moves
  hint       what the computer would play
  back       take back the last move
  draw       offer a draw
  resign     resign the game
  flip       flip the board
  fen        the position on one line
  save F     save the game to the file F (PDN)
  quit       leave";
