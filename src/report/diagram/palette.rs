//! The players' colours, after Okabe and Ito (2008). They differ even with red-green colour
//! blindness.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// With square pieces and solid links.
    Blue,
    /// With discs and dashed links.
    Orange,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

impl Theme {
    pub const ALL: &'static [Theme] = &[Theme::Light, Theme::Dark];

    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    pub const fn help(self) -> &'static str {
        match self {
            Theme::Light => "a white background",
            Theme::Dark => "a nearly black background",
        }
    }

    pub(super) const fn ground(self) -> &'static str {
        match self {
            Theme::Light => "#ffffff",
            Theme::Dark => "#1c2128",
        }
    }

    pub(super) const fn grid(self) -> &'static str {
        match self {
            Theme::Light => "#9aa0a6",
            Theme::Dark => "#5f6770",
        }
    }

    pub(super) const fn number(self) -> &'static str {
        match self {
            Theme::Light => "#6b7178",
            Theme::Dark => "#9aa3ad",
        }
    }

    pub(super) const fn frame(self) -> &'static str {
        match self {
            Theme::Light => "#3c4043",
            Theme::Dark => "#e3e6ea",
        }
    }
}

impl Palette {
    /// Returns the shades, each with the colour of its letters.
    ///
    /// Consecutive shades also differ in lightness, for printing in grey.
    pub(super) const fn shades(self, theme: Theme) -> [(&'static str, &'static str); 4] {
        match (self, theme) {
            (Palette::Blue, Theme::Light) => [
                ("#0072b2", "#ffffff"),
                ("#56b4e9", "#000000"),
                ("#003f73", "#ffffff"),
                ("#3a94d4", "#000000"),
            ],
            (Palette::Orange, Theme::Light) => [
                ("#d55e00", "#ffffff"),
                ("#f2a93b", "#000000"),
                ("#8f3d00", "#ffffff"),
                ("#ea8532", "#000000"),
            ],
            (Palette::Blue, Theme::Dark) => [
                ("#56b4e9", "#000000"),
                ("#1b78bd", "#ffffff"),
                ("#a3d8f7", "#000000"),
                ("#3795d6", "#000000"),
            ],
            (Palette::Orange, Theme::Dark) => [
                ("#f0a030", "#000000"),
                ("#d55e00", "#ffffff"),
                ("#ffd08a", "#000000"),
                ("#ee8038", "#000000"),
            ],
        }
    }

    /// Returns the colour of a classical piece, and the tint of its square.
    pub(super) const fn classical(self, theme: Theme) -> (&'static str, &'static str) {
        match (self, theme) {
            (Palette::Blue, Theme::Light) => ("#0072b2", "#e3f1fa"),
            (Palette::Orange, Theme::Light) => ("#c65300", "#fdeedd"),
            (Palette::Blue, Theme::Dark) => ("#56b4e9", "#1a3448"),
            (Palette::Orange, Theme::Dark) => ("#f0a030", "#43301a"),
        }
    }

    pub(super) const fn dashes(self) -> &'static str {
        match self {
            Palette::Blue => "",
            Palette::Orange => " stroke-dasharray=\"7 4\"",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_say_what_their_background_is() {
        let helps: Vec<&str> = Theme::ALL.iter().map(|theme| theme.help()).collect();
        assert_eq!(helps, ["a white background", "a nearly black background"]);
        assert_eq!(Theme::Light.ground(), "#ffffff");
    }
}
