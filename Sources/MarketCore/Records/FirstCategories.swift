/// The categories with which a market begins.
package enum FirstCategories {
    /// The statement that adds them, in the SQL that the stores have in common.
    package static let insertion = """
        INSERT INTO category (id, slug, names, parent_id, position) VALUES
            (1, 'electronics', '{"ko":"디지털 기기","en":"Electronics"}', NULL, 1),
            (2, 'phones', '{"ko":"휴대폰·태블릿","en":"Phones and tablets"}', 1, 1),
            (3, 'computers', '{"ko":"컴퓨터","en":"Computers"}', 1, 2),
            (4, 'cameras', '{"ko":"카메라","en":"Cameras"}', 1, 3),
            (5, 'audio', '{"ko":"음향 기기","en":"Audio"}', 1, 4),
            (6, 'appliances', '{"ko":"생활가전","en":"Appliances"}', NULL, 2),
            (7, 'furniture', '{"ko":"가구·인테리어","en":"Furniture and home"}', NULL, 3),
            (8, 'lighting', '{"ko":"조명","en":"Lighting"}', 7, 1),
            (9, 'kitchen', '{"ko":"주방용품","en":"Kitchen"}', NULL, 4),
            (10, 'clothes', '{"ko":"의류","en":"Clothes"}', NULL, 5),
            (11, 'accessories', '{"ko":"가방·잡화","en":"Bags and accessories"}', NULL, 6),
            (12, 'kids', '{"ko":"유아동","en":"Baby and kids"}', NULL, 7),
            (13, 'sports', '{"ko":"스포츠·레저","en":"Sports and outdoors"}', NULL, 8),
            (14, 'bicycles', '{"ko":"자전거","en":"Bicycles"}', 13, 1),
            (15, 'camping', '{"ko":"캠핑","en":"Camping"}', 13, 2),
            (16, 'books', '{"ko":"도서","en":"Books"}', NULL, 9),
            (17, 'games', '{"ko":"게임·취미","en":"Games and hobbies"}', NULL, 10),
            (18, 'music', '{"ko":"음반·악기","en":"Music and instruments"}', NULL, 11),
            (19, 'plants', '{"ko":"식물","en":"Plants"}', NULL, 12),
            (20, 'pets', '{"ko":"반려동물용품","en":"Pet supplies"}', NULL, 13),
            (21, 'food', '{"ko":"식품","en":"Food"}', NULL, 14);
        """
}
