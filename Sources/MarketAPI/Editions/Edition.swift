/// The three ways in which one market is spoken to (API.md).
///
/// An edition is an encoding at the edge: the use cases behind it are the same for all.
public enum Edition: String, CaseIterable, Hashable, Sendable {
    /// 2021: `/items/{page}`, `/item/{id}`.
    case items
    /// Spring 2022: `/api/products…`, and what the web app and the client library speak.
    case training
    /// Late 2022: the same paths as `training`, other spellings.
    case openmarket
}
