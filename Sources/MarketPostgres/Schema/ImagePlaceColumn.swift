extension MarketSchema {
    /// Where the images are, for servers that are given another place by mistake. NULL until a server of a version that knows
    /// the column says it. Older versions serve on without it.
    static let imagePlace = """
        ALTER TABLE market_state ADD COLUMN image_place text COLLATE "C" CHECK (image_place <> '');
        """

    /// Whether the market is on the way here, or was moved away.
    static let moveState = """
        ALTER TABLE market_state ADD COLUMN move_state text COLLATE "C" CHECK (move_state IN ('copying', 'copied', 'left'));
        """
}
