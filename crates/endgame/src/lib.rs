//! What is certain: endings of few pieces, solved.

mod ground;
mod index;
mod material;
pub mod solutions;
pub mod solve;
mod value;

pub use ground::{Ground, Placed, Unsupported};
pub use index::Index;
pub use material::{Force, Material, NoMaterial};
pub use value::{Distance, Wdl};
