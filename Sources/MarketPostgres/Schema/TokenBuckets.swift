extension MarketSchema {
    /// All limits are token buckets in the table `budget`, whose rules are in MarketCore.
    static let tokenBuckets = """
        DROP FUNCTION take_from_budget, begin_attempt, end_attempt, add_to_budget, fill_budget, budget_wait, window_wait,
            fill_window;
        DROP TABLE attempt_window, known_client;
        TRUNCATE budget;

        """
}
