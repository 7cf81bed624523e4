//! Optional capabilities of a game: numbers for learning, and pictures.

use ludorum_core::{DrawSvg, Game, PlaneLayout, PlaneWriter, Seat, TensorEncoding};

type DynTensorEncoding<G> = dyn TensorEncoding<
        State = <G as Game>::State,
        Move = <G as Game>::Move,
        Undo = <G as Game>::Undo,
        View = <G as Game>::View,
    >;

type DynDrawSvg<G> = dyn DrawSvg<
        State = <G as Game>::State,
        Move = <G as Game>::Move,
        Undo = <G as Game>::Undo,
        View = <G as Game>::View,
    >;

/// Optional traits that a game implements, as functions that convert the game to trait objects.
pub(crate) struct GameCapabilities<G: Game> {
    pub(crate) encoding: Option<fn(&G) -> &DynTensorEncoding<G>>,
    pub(crate) picture: Option<fn(&G) -> &DynDrawSvg<G>>,
}

impl<G: Game> Copy for GameCapabilities<G> {}

impl<G: Game> Clone for GameCapabilities<G> {
    fn clone(&self) -> GameCapabilities<G> {
        *self
    }
}

impl<G: Game> GameCapabilities<G> {
    pub(crate) const NONE: GameCapabilities<G> = GameCapabilities {
        encoding: None,
        picture: None,
    };

    /// The game as a trait object with action ids and observation planes; `None` if it lacks them.
    pub(crate) fn encoding<'a>(&self, game: &'a G) -> Option<&'a DynTensorEncoding<G>> {
        self.encoding.map(|encoding| encoding(game))
    }

    /// The game as a trait object that draws SVG pictures; `None` if the game draws none.
    pub(crate) fn picture<'a>(&self, game: &'a G) -> Option<&'a DynDrawSvg<G>> {
        self.picture.map(|picture| picture(game))
    }

    /// The action id of a legal move; `None` if the game has no tensor encoding.
    pub(crate) fn action_id(&self, game: &G, mv: G::Move) -> Option<u32> {
        let number = self.encoding(game)?.action_id(mv);
        let number = number.expect("a move of a seat has a number");
        Some(u32::try_from(number).expect("no game has so many moves"))
    }

    /// The layout of the observation planes; no planes if the game has no tensor encoding.
    pub(crate) fn planes(&self, game: &G) -> PlaneLayout {
        let none = PlaneLayout {
            height: 0,
            width: 0,
            names: Vec::new(),
        };
        self.encoding(game).map_or(none, |game| game.plane_layout())
    }

    /// Writes a seat's view to `out` as observation planes; nothing if the game has none.
    pub(crate) fn observe(&self, game: &G, view: &G::View, seat: Seat, out: &mut [f32]) {
        let Some(game) = self.encoding(game) else {
            return;
        };
        let planes = game.plane_layout();
        let mut canvas = PlaneWriter::new(out, planes.height, planes.width);
        game.encode(view, seat, &mut canvas);
        debug_assert_eq!(canvas.written(), planes.names.len(), "every plane is named");
    }
}
