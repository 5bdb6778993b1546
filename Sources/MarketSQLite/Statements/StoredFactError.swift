/// A row that no version of Open Market can have written: the database contradicts itself.
struct StoredFactError: Error {
    /// For logs.
    let reason: String
    /// Whether it is about what follows from the rest: counts and search indexes, not what people have stored.
    var isDerived = false
}
