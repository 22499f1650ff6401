//! Definitions of each family and each named shot for readers, and an example of each. The exact
//! definitions, by which lines are classified, are in `family` and `name`. `lexicon` publishes
//! these texts.
//!
//! All examples are also in `tests/shots.txt`, with their families and names.

use super::{Family, NamedShot};

/// A definition in both languages: first French, then English.
pub(super) type Defined = (&'static str, &'static str);

/// A line that shows a shot: the position, and the moves of both sides.
pub(super) type Line = (&'static str, &'static str);

pub(super) const fn of_family(family: Family) -> (Defined, Line) {
    match family {
        Family::Direct => (
            (
                "Un seul sacrifice, une seule prise adverse, puis la rafle : c'est le coup le plus court.",
                "One man is given, the opponent captures once, and the multiple capture follows: the shortest shot there is.",
            ),
            ("W:W28,29,32,37:B8,9,10,18,19", "28-23 19x28 32x5"),
        ),
        Family::Mazette => (
            (
                "Les pions adverses sont déjà alignés devant le pion qui va rafler. On donne un pion pour écarter celui qui gêne ; le \
                 preneur se pose à sa place, et la rafle part en ligne droite.",
                "The opponent's men already stand in line before the striker. A man is given to take away the one that blocks the way; its captor \
                 lands in its place, and the multiple capture goes straight on.",
            ),
            ("W:W28,32,37:B10,17,19", "28-22 17x28 32x5"),
        ),
        Family::Epicier => (
            (
                "Le même pion adverse est forcé de prendre deux fois de suite, et se retrouve ainsi là où on le voulait.",
                "The same opposing man is made to capture twice in a row, and so it is led to where it is wanted.",
            ),
            (
                "W:W28,32,33,37,38:B8,9,18,19,20",
                "28-23 19x39 38-33 39x28 32x25",
            ),
        ),
        Family::Promenade => (
            (
                "Le même pion adverse est forcé de prendre trois fois de suite ou davantage : on le promène.",
                "The same opposing man is made to capture three times in a row or more: the promenade.",
            ),
            (
                "W:W35,38,42,43,44:B11,12,23,24",
                "35-30 24x35 44-40 35x44 43-39 44x33 38x16",
            ),
        ),
        Family::Recall => (
            (
                "Un pion adverse est envoyé au loin par une prise, puis rappelé par une autre à sa case de départ ou tout près.",
                "An opposing man is sent away by one capture and called back by a later one, to its own square or close to it.",
            ),
            (
                "W:W28,32,33,37,38:B8,9,18,19,20",
                "28-23 19x39 38-33 39x28 32x25",
            ),
        ),
        Family::Trap => (
            (
                "Un de nos pions est pris, ou quitte sa case en prenant : le trou qu'il laisse ouvre la route de la rafle, ou bien \
                 l'adversaire y tombe.",
                "One of our men is taken away or leaves by a capture: the hole that it leaves opens the way of the multiple capture, or the opponent \
                 falls into it.",
            ),
            (
                "W:W26,31,32,37,38,42,48:B9,16,18,22,23,28",
                "31-27 22x31 26-21 16x27 37x26 28x37 42x4",
            ),
        ),
        Family::Drawer => (
            (
                "Une variante de la trappe : un pion adverse est amené au départ de la rafle, puis nous prenons aussitôt ; le pion qui reprend libère une case, par où la rafle passe.",
                "A trapdoor: a man is brought before the multiple capture, then we capture at once; the man that recaptures leaves a square on the way of the multiple capture.",
            ),
            (
                "W:W16,26,27,28,32,37,41,50:B1,8,12,15,17,18,21,34",
                "28-22 17x28 26x17 12x21 32x3 21x32 37x28",
            ),
        ),
        Family::Prince => (
            (
                "Un pion se met en prise à côté d'une pièce adverse ; un autre prend et quitte sa case ; la pièce adverse prend à son tour, tombe dans ce trou, et la rafle l'y prend.",
                "A man steps en prise beside an opposing piece; another captures and leaves its square; the piece captures, falls into that hole, and the multiple capture takes it there.",
            ),
            (
                "W:W21,32,38,42,43:B16,22,23,34,41",
                "42-37 16x27 32x21 41x32 38x40",
            ),
        ),
        Family::Heel => (
            (
                "Un de nos pions prend en arrière et libère sa case : la pièce adverse qui prend ensuite s'y pose, et la rafle peut partir.",
                "One of our men captures backwards and leaves its square: the opponent's next capture lands there, and the multiple capture can begin.",
            ),
            (
                "W:W28,32,37,38,43:B19,21,23,26",
                "37-31 26x37 32x41 23x32 38x16",
            ),
        ),
        Family::Reversed => (
            (
                "Au moins trois pions adverses pourraient prendre ; la prise majoritaire n'en autorise qu'un à le faire. Les autres restent \
                 sur place, et la rafle prend le preneur, ou deux de ceux qui sont restés.",
                "At least three opposing men could capture; by the majority rule only one may. The others stay where they are, and the multiple capture \
                 takes the capturing piece, or two of those that stayed.",
            ),
            ("W:W23,28,33,38,39:B10,14,17,19,20,27", "28-22 27x29 33x4"),
        ),
        Family::Bomb => (
            (
                "La première rafle s'arrête en prise, mais l'adversaire doit prendre davantage ailleurs ; ensuite, la même pièce repart.",
                "The first multiple capture stops where it could be taken, but the opponent must capture more elsewhere; then the same piece goes on.",
            ),
            (
                "W:W26,27,28,32,35,38,44,48,49:B2,4,9,16,17,18,19,23,29",
                "27-21 16x27 32x12 23x43 12x3",
            ),
        ),
        Family::Rebound => (
            (
                "Une première rafle ne rapporte rien, mais la reprise forcée amène la pièce adverse à portée d'une seconde rafle.",
                "A first multiple capture gains nothing, but the forced recapture brings the opposing piece under a second one.",
            ),
            (
                "W:W28,32,33,34,40,45:B9,13,19,21,23,25",
                "34-30 25x34 40x18 13x22 28x26",
            ),
        ),
        Family::Parallel => (
            (
                "Un pion se place entre deux pions adverses ; l'un ou l'autre peut le prendre, et dans les deux cas la rafle prend le preneur.",
                "A man steps between two opposing men; either may take it, and in both cases the multiple capture takes the one that does.",
            ),
            ("W:W33,38,42,43:B12,17,22,23", "33-28 22x33 38x7"),
        ),
        Family::SentToCrown => (
            (
                "Un pion adverse est conduit à dame ; la nouvelle dame doit encore prendre, et elle est prise à son tour.",
                "An opposing man is forced to become a king; the new king has to capture again, and is then taken.",
            ),
            (
                "W:W25,35,37,40,42:B1,9,17,19,26",
                "37-31 26x48 40-34 48x30 35x4",
            ),
        ),
        Family::Norman => (
            (
                "Un envoi à dame avec un collage : pendant que la dame est en route, un pion vient au contact et change sa prise.",
                "A forced promotion with a contact move: while the king is on its way, a man steps beside it and changes its capture.",
            ),
            ("W:W30,32,35,41:B29,37", "32-28 37x46 30-24 46x30 35x33"),
        ),
        Family::Manoury => (
            (
                "Un pion adverse va à dame. On pourrait la prendre tout de suite ; on donne d'abord un autre pion, pour faire une meilleure prise.",
                "An opposing man crowns. The king could be taken at once; another man is given first, and then it is taken with more.",
            ),
            (
                "W:W31,36,37,39,43:B6,11,13,16,21,30",
                "39-34 30x48 31-26 48x31 26x17 11x22 36x9",
            ),
        ),
        Family::Turkish => (
            (
                "Une dame adverse doit prendre quatre pions ou plus. Les pions pris restent sur le damier jusqu'à la fin et ne sont \
                 jamais sautés deux fois : elle s'arrête donc devant notre pion, qui la prend.",
                "An opposing king must take four men or more. Taken men stay on the board until the end, and none is jumped twice: so it \
                 stops before our man, which takes it.",
            ),
            ("W:W23,29,30,39,43:BK35", "43-38 35x34 29x40"),
        ),
        Family::HalfTurkish => (
            (
                "Comme le coup turc, mais parmi les pions pris, seul celui qui soutient notre pion arrête la dame.",
                "As in the Turkish shot, but only the man behind our striker is among the taken; nothing else stops the king.",
            ),
            ("W:W10,22,25,28,31,38,41:BK13,15,29", "10-4 13x33 28x39"),
        ),
        Family::Swiss => (
            (
                "La dame adverse s'arrête devant une pièce qu'elle vient de prendre, mais ce n'est pas la première de sa rafle.",
                "The opponent's king stops before a piece that it has just taken, but not before the first one of its multiple capture.",
            ),
            ("W:W7,15,27,28,39,42,44:B18,K30", "7-1 30x33 1x38"),
        ),
    }
}

pub(super) const fn of_name(name: NamedShot) -> (Defined, Line) {
    match name {
        NamedShot::Royal => (
            (
                "Un pion adverse est amené à 34. Le pion 40, soutenu par 45, rafle par 29 et 20 jusqu'à 9, ou plus loin jusqu'à 7 ou à 16.",
                "An opposing man is brought to 34. The man on 40, with 45 behind it, takes by way of 29 and 20 to 9, or on to 7 or 16.",
            ),
            (
                "W:W27,28,32,38,39,40,45:B12,13,14,18,19,23,24",
                "27-22 18x27 32x21 23x34 40x7",
            ),
        ),
        NamedShot::Philippe => (
            (
                "Un pion vient à 22 : 18x27, 32x21 16x27 dégage 18 et 16. Un pion adverse est amené à 34 ou à 33, et la rafle part \
                 de 40 ou de 38 en passant par 18.",
                "A man comes to 22: 18x27, 32x21 16x27 clears 18 and 16. An opposing man is brought to 34 or 33, and the multiple capture goes from 40 or 38 \
                 by way of 18.",
            ),
            (
                "W:W27,32,34,36,38,40,45:B11,12,16,18,23,25",
                "27-22 18x27 32x21 16x27 34-30 25x34 40x16",
            ),
        ),
        NamedShot::Marne => (
            (
                "Après 27-22, 33-29 et 38x20, le pion 27 va à dame à 47 ; la dame est ramenée à 20, et le pion 25 rafle.",
                "After 27-22, 33-29 and 38x20, the man on 27 crowns on 47; the king is brought back to 20, and the man on 25 takes.",
            ),
            (
                "W:W16,21,25,27,30,32,33,34,35,38,42:B6,7,8,11,13,14,15,18,19,23,24",
                "27-22 18x27 33-29 24x33 38x20 27x47 20-14 19x10 30-24 47x20 25x5",
            ),
        ),
        NamedShot::Express => (
            (
                "Le pion 26 est promené de 26 à 37, puis à 28 ; le pion 16 ou 18 est attiré vers 18, et le pion 33 rafle.",
                "The man on 26 is led from 26 to 37 and then to 28; the man on 16 or 18 is drawn to 18, and the man on 33 takes.",
            ),
            (
                "W:W27,28,33,37,38,39,45,46:B6,9,11,12,16,20,26,30",
                "37-31 26x37 27-21 16x27 28-22 27x18 38-32 37x28 33x4",
            ),
        ),
        NamedShot::Napoleon => (
            (
                "Des pions adverses sont amenés à 27, 28 et 29 ; le pion 31 les prend en serpentant jusqu'à dame, à 4.",
                "Opposing men are brought to 27, 28 and 29; the man on 31 winds its way over them and crowns on 4.",
            ),
            (
                "W:W26,27,28,31,32,33,36:B9,16,17,18,19",
                "27-22 18x29 28-22 17x28 26-21 16x27 31x4",
            ),
        ),
        NamedShot::Raphael => (
            (
                "Deux fois deux pions sont donnés pour gagner un temps ; 49-44 laisse passer 21x43, et deux rafles suivent : 44x11 et 48x17.",
                "Twice two men are given to win a tempo; 49-44 allows 21x43, and two multiple captures follow: 44x11 and 48x17.",
            ),
            (
                "W:W27,28,32,33,34,37,38,48,49:B12,13,16,17,19,21,23,24,26",
                "34-29 23x34 28-23 19x39 37-31 26x28 49-44 21x43 44x11 16x7 48x17",
            ),
        ),
        NamedShot::Fabre => (
            (
                "Un coup d'ouverture : le pion 23 est attiré à 34, le pion 17 à 28, et le pion 32 rafle jusqu'à 25.",
                "A shot of the opening: the man on 23 is drawn to 34, the man on 17 to 28, and the man on 32 takes its way to 25.",
            ),
            (
                "W:W28,32,33,37:B17,19,20,23",
                "33-29 23x34 28-22 17x28 32x25",
            ),
        ),
        NamedShot::Horse => (
            (
                "Après 27-22, 33-29 fait prendre trois pions d'un coup, 24x31 ; la rafle de 28 revient à 37.",
                "After 27-22, 33-29 lets three men be taken at once, 24x31; the multiple capture from 28 comes back to 37.",
            ),
            (
                "W:W16,27,28,30,32,33,35,36,37,38,39,40,43,49,50:B12,13,18,19,21,23,24",
                "27-22 18x27 33-29 24x31 30-24 19x30 28x37 27x38 43x32",
            ),
        ),
        NamedShot::Springer => (
            (
                "Après 27-22 et 32x21, le pion 23 doit prendre jusqu'à 41 ; 21-17 et 42-37 le ramènent à 32, et le pion 38 rafle.",
                "After 27-22 and 32x21, the man on 23 has to capture as far as 41; 21-17 and 42-37 bring it back to 32, and the man on 38 takes.",
            ),
            (
                "W:W27,28,32,37,38,42,43:B11,13,14,18,19,23,24",
                "27-22 18x27 32x21 23x41 21-17 11x22 42-37 41x32 38x29",
            ),
        ),
        NamedShot::Staircase => (
            (
                "Deux pions adverses vont à dame à 48 et à 49 ; les deux dames sont ramenées à 31 et à 21, et le pion 26 rafle.",
                "Two opposing men crown on 48 and 49; they are brought down to 31 and 21, and the man on 26 takes.",
            ),
            (
                "W:W16,31,36,37,39,43,49:B12,13,14,25,28,40",
                "39-33 28x48 49-44 40x49 31-26 48x31 36x27 49x21 26x10",
            ),
        ),
        NamedShot::DoubleTwo => (
            (
                "Deux pions donnés, deux rafles de deux pions : 30x10, puis 33x31.",
                "Two men given, two captures of two: 30x10 and then 33x31.",
            ),
            (
                "W:W27,28,30,33,35,39:B4,14,18,19,24",
                "27-22 18x27 28-23 19x28 30x10 4x15 33x31",
            ),
        ),
        NamedShot::Rosary => (
            (
                "Les échanges se suivent comme les grains d'un chapelet : 28-23, 30x19, 25x14, puis 39-33, et le pion 35 rafle.",
                "Exchanges follow one another like the beads of a rosary: 28-23, 30x19, 25x14, then 39-33, and the man on 35 takes.",
            ),
            (
                "W:W25,28,30,31,34,35,39:B5,8,10,14,19,20,24",
                "28-23 19x28 30x19 14x23 25x14 10x19 39-33 28x30 35x2",
            ),
        ),
        NamedShot::Snail => (
            (
                "Le début est celui du coup Philippe ; puis 37-31 26x37, et le pion 42 rafle en s'enroulant par 31, 22 et 11.",
                "It begins as the coup Philippe; then 37-31 26x37, and the man on 42 winds its way by 31, 22 and 11.",
            ),
            (
                "W:W27,28,32,36,37,38,42,48:B5,7,12,15,16,17,18,26",
                "27-22 18x27 32x21 16x27 37-31 26x37 42x2",
            ),
        ),
        NamedShot::Whirl => (
            (
                "27-22 et 38-33 attirent un pion adverse à 29 ; on profite d'un temps de repos pendant que 23 prend 28, et le pion 34 va à dame, à 5.",
                "27-22 and 38-33 draw an opposing man to 29; a free move while 23 takes 28, and the man on 34 crowns on 5.",
            ),
            (
                "W:W27,28,32,34,37,38,40,42,47,48:B4,6,10,13,16,18,19,20,21,23",
                "27-22 18x27 38-33 27x29 37-31 23x32 34x5",
            ),
        ),
        NamedShot::Bonnard => (
            (
                "30-24 et 34-29 attirent deux pions à 30 et à 34 ; 38-32 et 43-38 ouvrent la route, et le pion 25 va à dame, à 5.",
                "30-24 and 34-29 draw two men to 30 and 34; 38-32 and 43-38 open the way, and the man on 25 crowns on 5.",
            ),
            (
                "W:W25,30,33,34,37,38,39,41,43,47,49:B2,8,9,10,12,18,19,22,23,27",
                "30-24 19x30 34-29 23x34 38-32 27x29 43-38 34x32 37x17 12x21 25x5",
            ),
        ),
    }
}
