extension MarketSchema {
    /// Adds categories, and the attributes of products. All existing products are without, so no row changes.
    ///
    /// `condition` is 0 for new, 1 for like new, 2 for good, 3 for fair and 4 for parts; `handover` is 0 for pickup, 1
    /// for parcel and 2 for both. A category is never deleted: a removed one is marked, and its products belong to its
    /// parent from then on. `product_count` counts the products of exactly this category that lists show.
    static let attributes = """
        CREATE TABLE category (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 40 AND slug NOT GLOB '*[^a-z0-9-]*'),
            korean_name TEXT NOT NULL CHECK (length(korean_name) BETWEEN 1 AND 40),
            english_name TEXT NOT NULL CHECK (length(english_name) BETWEEN 1 AND 40),
            parent_id INTEGER REFERENCES category (id) CHECK (parent_id IS NOT id),
            position INTEGER NOT NULL,
            is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
            product_count INTEGER NOT NULL DEFAULT 0 CHECK (product_count >= 0)
        ) STRICT;

        INSERT INTO category (id, slug, korean_name, english_name, parent_id, position) VALUES
            (1, 'electronics', '디지털 기기', 'Electronics', NULL, 1),
            (2, 'phones', '휴대폰·태블릿', 'Phones and tablets', 1, 1),
            (3, 'computers', '컴퓨터', 'Computers', 1, 2),
            (4, 'cameras', '카메라', 'Cameras', 1, 3),
            (5, 'audio', '음향 기기', 'Audio', 1, 4),
            (6, 'appliances', '생활가전', 'Appliances', NULL, 2),
            (7, 'furniture', '가구·인테리어', 'Furniture and home', NULL, 3),
            (8, 'lighting', '조명', 'Lighting', 7, 1),
            (9, 'kitchen', '주방용품', 'Kitchen', NULL, 4),
            (10, 'clothes', '의류', 'Clothes', NULL, 5),
            (11, 'accessories', '가방·잡화', 'Bags and accessories', NULL, 6),
            (12, 'kids', '유아동', 'Baby and kids', NULL, 7),
            (13, 'sports', '스포츠·레저', 'Sports and outdoors', NULL, 8),
            (14, 'bicycles', '자전거', 'Bicycles', 13, 1),
            (15, 'camping', '캠핑', 'Camping', 13, 2),
            (16, 'books', '도서', 'Books', NULL, 9),
            (17, 'games', '게임·취미', 'Games and hobbies', NULL, 10),
            (18, 'music', '음반·악기', 'Music and instruments', NULL, 11),
            (19, 'plants', '식물', 'Plants', NULL, 12),
            (20, 'pets', '반려동물용품', 'Pet supplies', NULL, 13),
            (21, 'food', '식품', 'Food', NULL, 14);

        ALTER TABLE product ADD COLUMN condition INTEGER CHECK (condition BETWEEN 0 AND 4);
        ALTER TABLE product ADD COLUMN handover INTEGER CHECK (handover BETWEEN 0 AND 2);
        ALTER TABLE product ADD COLUMN place TEXT CHECK (length(place) BETWEEN 1 AND 60);
        ALTER TABLE product ADD COLUMN category_id INTEGER REFERENCES category (id);

        CREATE TRIGGER product_is_counted_in_category AFTER INSERT ON product
            WHEN NEW.category_id IS NOT NULL AND NEW.is_listed = 1
        BEGIN
            UPDATE category SET product_count = product_count + 1 WHERE id = NEW.category_id;
        END;
        CREATE TRIGGER product_is_uncounted_in_category AFTER DELETE ON product
            WHEN OLD.category_id IS NOT NULL AND OLD.is_listed = 1
        BEGIN
            UPDATE category SET product_count = product_count - 1 WHERE id = OLD.category_id;
        END;
        CREATE TRIGGER product_changes_category AFTER UPDATE OF category_id, is_listed ON product
            WHEN OLD.category_id IS NOT NEW.category_id OR OLD.is_listed <> NEW.is_listed
        BEGIN
            UPDATE category SET product_count = product_count - 1 WHERE id = OLD.category_id AND OLD.is_listed = 1;
            UPDATE category SET product_count = product_count + 1 WHERE id = NEW.category_id AND NEW.is_listed = 1;
        END;
        """
}
