/// A row that no version of Open Market can have written: the database contradicts itself.
struct StoredFactError: Error {
    /// For logs.
    let reason: String
}
