/** Seat colours, as in crates/core/src/palette.rs: distinguishable with any colour vision (Okabe and Ito 2008). */
export const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#56b4e9", "#e69f00", "#999999"];
