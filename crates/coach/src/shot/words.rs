//! The names of devices, families and named shots in French and English, and disputes between
//! sources. Used by the user interfaces; nothing is decided here.
//!
//! English has few names of its own; where it has none, the French name is used, as players do.
//! Sources as in `family` and `name`.

use damier_notation::wording::Language;

use super::{Device, Family, Form, NamedShot};

/// The same name in both languages.
struct Both {
    french: &'static str,
    english: &'static str,
}

impl Both {
    fn in_language(&self, language: Language) -> &'static str {
        match language {
            Language::French => self.french,
            Language::English => self.english,
        }
    }
}

const fn both(french: &'static str, english: &'static str) -> Both {
    Both { french, english }
}

impl Device {
    /// The name of the device.
    pub fn name(self, language: Language) -> &'static str {
        let both = match self {
            Device::FreeMove => both("temps de repos", "free move"),
            Device::Contact => both("collage", "contact move"),
            Device::Majority => both("prise majoritaire", "majority capture"),
            Device::BackwardCapture => both("prise en arrière", "backward capture"),
            Device::ChoiceOfCapture => both("choix de prise", "choice of capture"),
            Device::KingGiven => both("dame donnée", "king given"),
            Device::Breakthrough => both("percée", "breakthrough"),
        };
        both.in_language(language)
    }
}

impl Family {
    /// The name of the family.
    ///
    /// ```
    /// use damier_coach::shot::Family;
    /// use damier_notation::wording::Language;
    /// assert_eq!(Family::Heel.name(Language::French), "coup de talon");
    /// assert_eq!(Family::Heel.name(Language::English), "heel shot");
    /// ```
    pub fn name(self, language: Language) -> &'static str {
        let both = match self {
            Family::Direct => both("coup direct", "direct shot"),
            Family::Mazette => both("coup de mazette", "beginner's shot"),
            Family::Epicier => both("coup de l’épicier", "two-step promenade"),
            Family::Promenade => both("coup de la promenade", "promenade"),
            Family::Recall => both("coup de rappel", "recall"),
            Family::Trap => both("coup de la trappe", "trapdoor"),
            Family::Drawer => both("coup du tiroir", "drawer"),
            Family::Prince => both("coup du prince", "prince's shot"),
            Family::Heel => both("coup de talon", "heel shot"),
            Family::Reversed => both("coup renversé", "reversed shot"),
            Family::Bomb => both("coup de la bombe", "bomb"),
            Family::Rebound => both("coup de ricochet", "ping-pong shot"),
            Family::Parallel => both("coup parallèle", "parallel shot"),
            Family::SentToCrown => both("envoi à dame", "forced promotion"),
            Family::Norman => both("coup normand", "Norman shot"),
            Family::Manoury => both("coup Manoury", "Manoury's shot"),
            Family::Turkish => both("coup turc", "Turkish shot"),
            Family::HalfTurkish => both("demi-turc", "half Turkish shot"),
            Family::Swiss => both("coup suisse", "Swiss shot"),
        };
        both.in_language(language)
    }
}

impl Form {
    /// The name of the form.
    pub fn name(self, language: Language) -> &'static str {
        let both = match self {
            Form::TurningTo9 => both("tournant à 9", "turning to 9"),
            Form::Elementary => both("forme élémentaire", "elementary form"),
            Form::Related => both("forme apparentée", "related form"),
        };
        both.in_language(language)
    }
}

impl NamedShot {
    /// The name of the shot.
    ///
    /// ```
    /// use damier_coach::shot::NamedShot;
    /// use damier_notation::wording::Language;
    /// assert_eq!(NamedShot::Horse.name(Language::French), "coup du cheval");
    /// assert!(NamedShot::Horse.dispute(Language::English).is_some());
    /// ```
    pub fn name(self, language: Language) -> &'static str {
        let both = match self {
            NamedShot::Royal => both("coup royal", "coup royal"),
            NamedShot::Philippe => both("coup Philippe", "coup Philippe"),
            NamedShot::Marne => both("coup de la Marne", "coup de la Marne"),
            NamedShot::Express => both("coup express (coup Weiss)", "coup Weiss"),
            NamedShot::Napoleon => both("coup Napoléon", "coup Napoléon"),
            NamedShot::Raphael => both("coup Raphaël", "coup Raphaël"),
            NamedShot::Fabre => both("coup Fabre", "French coup Fabre"),
            NamedShot::Horse => both("coup du cheval", "coup Fabre"),
            NamedShot::Springer => both("coup Springer", "coup Springer"),
            NamedShot::Staircase => both("coup de l’escalier", "staircase"),
            NamedShot::DoubleTwo => both("coup du double-deux", "double two"),
            NamedShot::Rosary => both("coup du chapelet", "rosary"),
            NamedShot::Snail => both("coup de l’escargot", "snail"),
            NamedShot::Whirl => both("moulinet", "whirl"),
            NamedShot::Bonnard => both("coup Bonnard", "coup Bonnard"),
        };
        both.in_language(language)
    }

    /// What sources dispute about this name, in one sentence; `None` if they agree.
    pub fn dispute(self, language: Language) -> Option<&'static str> {
        let both = match self {
            NamedShot::Royal => both(
                "Pour certains, il faut que le pion 23 prenne trois pions ; pour d’autres, tout pion amené à 34 suffit.",
                "For some, the man on 23 has to take three; for others, any man brought to 34 will do.",
            ),
            NamedShot::Philippe => both(
                "Quand la rafle partie de 38 tourne à 9, certains parlent de coup de la Marne.",
                "If the multiple capture from 38 turns to 9, some call it coup de la Marne.",
            ),
            NamedShot::Marne => both(
                "D’autres appellent coup de la Marne un coup Philippe qui tourne à 9.",
                "Others call a coup Philippe that turns to 9 the coup de la Marne.",
            ),
            NamedShot::Express => both(
                "Le même coup porte deux noms : express et Weiss.",
                "The same shot has two names: express and Weiss.",
            ),
            NamedShot::Fabre => both(
                "À l’étranger, coup Fabre désigne le coup du cheval.",
                "Outside France, coup Fabre means the coup du cheval.",
            ),
            NamedShot::Horse => both(
                "À l’étranger, ce coup s’appelle coup Fabre, un nom qui désigne un autre coup en France.",
                "In France this is the coup du cheval, and coup Fabre is another shot.",
            ),
            NamedShot::Napoleon => both(
                "Certaines listes le rangent parmi les promenades.",
                "Some lists count it among the walks (promenades).",
            ),
            _ => return None,
        };
        Some(both.in_language(language))
    }
}
