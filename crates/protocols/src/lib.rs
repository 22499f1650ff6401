//! How engines talk: Hub and DXP, both roles, over any byte stream.
