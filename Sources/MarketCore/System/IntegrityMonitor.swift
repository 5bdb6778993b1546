internal import MarketModels
internal import Synchronization

/// A record of the damage found in the database and in image files since the process started.
///
/// Damage to the database stays recorded until an operator has repaired it and restarted the market. While stored data
/// is damaged, nothing is written to the database, because writes could make it worse. Damage to an image, which
/// may also be missing, stays recorded until its file is found intact or no product shows it any more.
public final class IntegrityMonitor: Sendable {
    /// A part of the data that can be damaged.
    public enum Part: String, Sendable {
        case database, images
    }

    /// The check of the whole database that follows a start.
    public enum WholeCheck: String, Sendable {
        case due, over
    }

    /// The maximum number of damaged files that are recorded individually.
    static let rememberedFiles = 1000

    private struct State {
        var databaseDamage: String?
        var wholeCheck: WholeCheck?
        /// The reason of the damage by the name of the file.
        var files: [String: String] = [:]
    }

    private let report: @Sendable (Part, String) -> Void
    private let areWritesStopped = Atomic(false)
    private let state = Mutex(State())

    /// - Parameter report: called for the log, once for a damaged database and once for each damaged file.
    public init(report: @escaping @Sendable (Part, String) -> Void = { _, _ in }) {
        self.report = report
    }

    /// Whether writes to the database are stopped. The check costs one atomic load.
    public var stopsWrites: Bool { areWritesStopped.load(ordering: .acquiring) }

    /// Returns the damage of a part, for logs, or nil when none is known.
    public func damage(of part: Part) -> String? {
        state.withLock { state in
            switch part {
            case .database: state.databaseDamage
            case .images: state.files.values.first.map { "\(state.files.count) damaged files, such as: \($0)" }
            }
        }
    }

    /// Whether the whole database has been checked since the start; nil for a database that this process doesn't check.
    public var wholeCheck: WholeCheck? { state.withLock(\.wholeCheck) }

    /// Records that the whole database will be checked.
    public func wholeCheckIsDue() { state.withLock { $0.wholeCheck = .due } }

    /// Records that the whole database has been checked.
    public func wholeCheckIsOver() { state.withLock { $0.wholeCheck = .over } }

    /// Records that the database is damaged.
    ///
    /// - Parameter stopsWrites: false when only counts or search indexes are wrong, which can be regenerated.
    public func databaseIsDamaged(_ reason: String, stopsWrites: Bool = true) {
        let isNews = state.withLock { state in
            let isNews = state.databaseDamage == nil || stopsWrites && !self.stopsWrites
            if isNews { state.databaseDamage = reason }
            if stopsWrites { areWritesStopped.store(true, ordering: .releasing) }
            return isNews
        }
        if isNews { report(.database, reason) }
    }

    /// Records that an image's file is damaged, or missing although a product shows it.
    ///
    /// - Parameter name: the name of the file, without a folder.
    public func fileIsDamaged(_ name: String, _ reason: String) {
        let isNews = state.withLock { state in
            guard state.files[name] == nil, state.files.count < Self.rememberedFiles else { return false }
            state.files[name] = reason
            return true
        }
        if isNews { report(.images, reason) }
    }

    /// Removes the record of a file that was found intact.
    public func fileIsIntact(_ name: String) {
        state.withLock { _ = $0.files.removeValue(forKey: name) }
    }

    /// The images of which a file is recorded.
    var damagedImages: Set<ImageName> {
        state.withLock { Set($0.files.keys.compactMap { ImageName(ofFile: $0) }) }
    }

    /// Removes the records of images that no product shows any more, so that nobody asks for them again.
    func imagesAreUnused(_ names: Set<ImageName>) {
        for name in names {
            for file in name.files { fileIsIntact(file) }
        }
    }
}
