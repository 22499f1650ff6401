//! What is certain: endings of few pieces, solved.
