internal import MarketModels

/// The images of rejected forms and of copied listings, kept for an hour so that users don't have to choose them again.
///
/// A draft is accessible to every client that has its token, on every node of the market.
public struct DraftImages: Sendable {
    /// The lifetime of a draft. The lease on its image lasts longer.
    public static let lifetime = Duration.seconds(3600)

    let imageLifecycle: ImageLifecycle
    let table: any DraftTable
    let limits: SharedLimit
    /// Called with a sentence and the reason, for the log, when drafts can't be released or removed. They are over some time later.
    let report: @Sendable (String, String) -> Void

    /// Stores the valid images of a rejected form.
    ///
    /// - Parameter client: the client whose older drafts are dropped when it has too many.
    /// - Returns: for each image its token and the image, or the reason why it can't be shown.
    public func save(
        _ images: [UploadedImage],
        for client: ClientAddress
    ) async -> [Result<(token: String, image: NewImage), MarketError>] {
        await removeOld()
        var outcomes: [Result<(token: String, image: NewImage), MarketError>] = []
        for upload in images {
            do {
                let lease = try await imageLifecycle.save([upload], for: client)
                guard let image = lease.images.first else { continue }
                outcomes.append(.success((try await add(lease, image, for: client), image)))
            } catch {
                outcomes.append(.failure(error))
            }
        }
        return outcomes
    }

    /// Stores images that a product shows, for a new listing that begins as its copy.
    ///
    /// - Parameter client: the client whose older drafts are dropped when it has too many.
    /// - Returns: the tokens and the images, without those that no product shows any more.
    public func copy(
        _ images: [NewImage],
        for client: ClientAddress
    ) async throws(MarketError) -> [(token: String, image: NewImage)] {
        await removeOld()
        var copies: [(token: String, image: NewImage)] = []
        for image in images {
            let lease = try await imageLifecycle.lease([image])
            if !lease.images.isEmpty { copies.append((try await add(lease, image, for: client), image)) }
        }
        return copies
    }

    /// Adds a draft, and returns its token.
    private func add(
        _ lease: ImageLifecycle.Lease,
        _ image: NewImage,
        for client: ClientAddress
    ) async throws(MarketError) -> String {
        let token = "d" + String.randomUUID()
        let draft = Draft(token: token, lease: lease.id, image: image, client: client)
        do {
            await discard(try await table.add(draft, limits: limits))
        } catch {
            await imageLifecycle.discard(lease)
            throw error
        }
        return token
    }

    /// Returns the image of a token, or nil when it isn't stored any more.
    public func image(_ token: String) async throws(MarketError) -> NewImage? {
        try await table.image(token)
    }

    /// Removes drafts that a product shows now or that aren't needed any more. Drafts that are held are deleted when they
    /// are released.
    public func remove(_ used: [String]) async {
        guard !used.isEmpty else { return }
        await discard { () throws(MarketError) in try await table.remove(used) }
    }

    /// Removes the drafts that keep one of the images, so that nothing but a product does.
    func remove(keeping images: Set<ImageName>) async {
        await discard { () throws(MarketError) in try await table.remove(keeping: images) }
    }

    /// Removes expired drafts, with their images unless a product shows them.
    public func removeOld() async {
        await discard { () throws(MarketError) in try await table.removeOld() }
    }

    /// Calls `body` while drafts are held, for example to attach their images to a product.
    public func holding<Value>(
        _ tokens: [String],
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard !tokens.isEmpty else { return try await body() }
        let holder = String.randomUUID()
        let held = try await table.hold(tokens, for: holder)
        do {
            let value = try await body()
            await release(held, of: holder)
            return value
        } catch {
            await release(held, of: holder)
            throw error
        }
    }

    private func release(_ held: [String], of holder: String) async {
        guard !held.isEmpty else { return }
        await discard { () throws(MarketError) in try await table.release(held, of: holder) }
    }

    private func discard(_ take: () async throws(MarketError) -> [Draft]) async {
        do {
            await discard(try await take())
        } catch {
            report("images of forms could not be removed", error.description)
        }
    }

    private func discard(_ drafts: [Draft]) async {
        for draft in drafts {
            await imageLifecycle.discard(ImageLifecycle.Lease(images: [draft.image], id: draft.lease))
        }
    }
}
