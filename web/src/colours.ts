/** Colours people with any kind of colour vision can tell apart (Okabe and Ito 2008). */
export const COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#0072b2", "#999999"];
